import type { FontName } from "../model/look.ts";
import figtree from "./fonts/figtree-core.woff2?url";
import instrumentSans from "./fonts/instrument-sans-core.woff2?url";
import sourceSerif from "./fonts/source-serif-core.woff2?url";

/** The file of each font that has the letters of English pages; it is preloaded (fonts.css). */
export const CORE_FONTS: Readonly<Record<FontName, string>> = {
  "instrument-sans": instrumentSans,
  figtree,
  "source-serif": sourceSerif,
};
