// What is pasted from Word or Google Docs. Does not import the Studio, so that it can be tested alone.

import { htmlToPortableText, type HtmlToPortableTextOptions } from "@portabletext/html";
import { createTableRule } from "@portabletext/html/rules";

// Word on the web has paragraphs that are only called headings.
const FIRST_HEADING = /(<\/?h|role="heading" aria-level="|data-ccp-parastyle="heading )1\b/gi;

/** Returns HTML with each heading 1 as heading 2, because heading 1 is the page's title. */
const withoutFirstHeadings = (html: string): string => html.replaceAll(FIRST_HEADING, "$12");

type Options = Required<Pick<HtmlToPortableTextOptions, "schema" | "keyGenerator">> &
  Pick<HtmlToPortableTextOptions, "parseHtml">;

/** Returns pasted HTML as blocks of the text's schema, tables as its own. */
export function readHtml(html: string, options: Options) {
  const tableRule = createTableRule(options);
  // Each cell as a document of its own: the rule alone leaves links without their addresses (@portabletext/html 2.0.1).
  // A cell has paragraphs alone.
  const readCell = (cell: unknown) =>
    htmlToPortableText((cell as Element).innerHTML, options).map((block) =>
      "style" in block ? { ...block, style: "normal" } : block,
    );
  return htmlToPortableText(withoutFirstHeadings(html), {
    ...options,
    rules: [
      { deserialize: (element, _next, createBlock) => tableRule.deserialize(element, readCell, createBlock) },
    ],
  });
}

/** Returns a warning about pictures in HTML; empty without any. */
export const leftOut = (html: string): string =>
  /<img\b/i.test(html) ? "A picture was left out: add it with “Image”." : "";
