import { defineQuery } from "groq";

export const redirectsQuery = defineQuery(
  `*[_type == "redirects" && _id == "redirects"][0].list[]{ "from": coalesce(from, ""), "to": coalesce(to, "") }`,
);
