// What is pasted from Word or Google Docs. Does not import the Studio, so that it can be tested alone.

// Word on the web has paragraphs that are only called headings.
const FIRST_HEADING = /(<\/?h|role="heading" aria-level="|data-ccp-parastyle="heading )1\b/gi;

/** Heading 1 of a page is its title: returns HTML with headings 2 in its place. */
export const withoutFirstHeadings = (html: string): string => html.replaceAll(FIRST_HEADING, "$12");

const LEFT_OUT: readonly [RegExp, string][] = [
  [/<table\b/i, "A table arrives as lines of text."],
  [/<img\b/i, "Pictures are left out: add each with “Image”."],
];

/** Returns sentences about what a text cannot have; empty if there is nothing to say. */
export const leftOut = (html: string): string =>
  LEFT_OUT.flatMap(([element, sentence]) => (element.test(html) ? [sentence] : [])).join(" ");
