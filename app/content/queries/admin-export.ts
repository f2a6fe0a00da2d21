import { defineQuery } from "groq";

/** The next `$size` whole documents of some types behind the id `$after`, for exports that are written while they are read. */
export const exportQuery = defineQuery(`*[_type in $types && _id > $after] | order(_id asc)[0...$size]`);
