// What is pasted from Word or Google Docs. Does not import the Studio, so that it can be tested alone.

// Word on the web has paragraphs that are only called headings.
const FIRST_HEADING = /(<\/?h|role="heading" aria-level="|data-ccp-parastyle="heading )1\b/gi;

/** Returns HTML with each heading 1 as heading 2, because heading 1 is the page's title. */
export const withoutFirstHeadings = (html: string): string => html.replaceAll(FIRST_HEADING, "$12");

const LEFT_OUT: readonly [RegExp, string][] = [
  [/<table\b/i, "A table arrives as lines of text."],
  [/<img\b/i, "Pictures are left out: add each with “Image”."],
];

/** Returns a warning about tables and pictures in HTML; empty without any. */
export const leftOut = (html: string): string =>
  LEFT_OUT.flatMap(([element, sentence]) => (element.test(html) ? [sentence] : [])).join(" ");
