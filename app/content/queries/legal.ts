import { defineQuery } from "groq";
import { seoFragment } from "../fragments.ts";
import type { WithRichText } from "../rich-text.ts";
import type { LegalQueryResult } from "../sanity.types.ts";

/** Parameter: `id`, such as `legalPage-privacy`. */
export const legalQuery = defineQuery(`*[_type == "legalPage" && _id == $id][0]{
  _id,  title, version, effectiveDate, intro, body, ${seoFragment}
}`);

/** `effectiveDate` is a day, `2026-09-01`. */
export type LegalPageData = WithRichText<NonNullable<LegalQueryResult>, "body">;
