import type { RichText } from "../rich-text.ts";
import { defineQuery } from "groq";
import { seoFragment } from "../fragments.ts";
import type { SeoData } from "../fragments.ts";

/** Parameter: `id`, such as `legalPage-privacy`. */
export const legalQuery = defineQuery(`*[_id == $id][0]{
  title, version, effectiveDate, intro, body, ${seoFragment}
}`);

export interface LegalPageData {
  title: string;
  version: string;
  /** A day, `2026-09-01`. */
  effectiveDate: string;
  intro: string | null;
  body: RichText | null;
  seo: SeoData | null;
}
