import { htmlToPortableText } from "@portabletext/html";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { leftOut, withoutFirstHeadings } from "./pasted.ts";

type TextBlock = { style?: string; children?: { text: string }[] };
const parseHtml = (html: string) => new JSDOM(html).window.document;

// Cut down from what these programs put on the clipboard.
const wordOnTheWeb = (level: number, words: string) =>
  `<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0" role="heading" aria-level="${level}" lang="EN-US">` +
  `<span class="TextRun SCXW1 BCX0" style="font-size:20pt"><span class="NormalTextRun SCXW1 BCX0" data-ccp-parastyle="heading ${level}">${words}</span></span>` +
  `<span class="EOP SCXW1 BCX0" data-ccp-props="{}"> </span></p></div>`;
const partsOfWordOnTheWeb = (level: number, words: string) =>
  `<span class="TextRun SCXW1 BCX0"><span class="NormalTextRun SCXW1 BCX0" data-ccp-parastyle="heading ${level}">${words}</span></span>`;
const GOOGLE_DOCS = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">
<h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;font-weight:400;">First</span></h1>
<ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-size:11pt;">Point</span></p></li></ul>
<h2 dir="ltr"><span style="font-size:16pt;">Second</span></h2></b>`;
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- h1 {mso-style-next:Normal; mso-outline-level:1;} --></style></head><body lang=EN-US><!--StartFragment-->
<h1>First<o:p></o:p></h1><p class=MsoNormal>Words<o:p></o:p></p><h2>Second<o:p></o:p></h2><!--EndFragment--></body></html>`;

test.each([
  ["Google Docs", GOOGLE_DOCS, ["h2", "normal", "h2"], "First Point Second"],
  ["Word", WORD, ["h2", "normal", "h2"], "First Words Second"],
  ["Word on the web", wordOnTheWeb(1, "First") + wordOnTheWeb(3, "Third"), ["h2", "h3"], "First Third"],
  ["a line of Word on the web", partsOfWordOnTheWeb(1, "First"), ["h2"], "First"],
])("heading 1 of %s becomes heading 2", (_name, html, styles, words) => {
  const blocks = htmlToPortableText(withoutFirstHeadings(html), { parseHtml }) as TextBlock[];
  expect(blocks.map(({ style }) => style)).toEqual(styles);
  const lines = blocks.map(({ children = [] }) => children.map(({ text }) => text).join(""));
  expect(lines.map((line) => line.trim()).join(" ")).toBe(words);
});

test("what only looks like heading 1 stays", () => {
  const html = '<h10>&lt;h1&gt;</h10><li aria-level="1"><h6 data-ccp-parastyle="heading 10">Six</h6></li>';
  expect(withoutFirstHeadings(html)).toBe(html);
});

test.each([
  ["<p>Only words</p>", ""],
  ["<table class=MsoTableGrid><tr><td>1</td></tr></table>", "A table arrives as lines of text."],
  ['<p><img src="x"></p>', "Pictures are left out: add each with “Image”."],
])("of %s it is said what is left out", (html, said) => {
  expect(leftOut(html)).toBe(said);
});
