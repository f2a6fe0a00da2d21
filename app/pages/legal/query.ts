import { defineQuery } from "groq";
import { richTextFragment, seoFragment } from "../../content/fragments.ts";
import type { WithRichText } from "../../content/rich-text.ts";
import type { LegalQueryResult } from "../../content/sanity.types.ts";

/** Parameter: `id`, such as `legalPage-privacy`. */
export const legalQuery = defineQuery(`*[_type == "legalPage" && _id == $id][0]{
  _id, title, version, effectiveDate, intro, "body": body[]{ ${richTextFragment} }, ${seoFragment}
}`);

/** `effectiveDate` is a day, `2026-09-01`; `effectiveOn` is the formatted date from the loader. */
export type LegalPageData = WithRichText<NonNullable<LegalQueryResult>, "body"> & { effectiveOn: string };
