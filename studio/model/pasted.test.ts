import { defaultSchema } from "@portabletext/html";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { leftOut, readHtml } from "./pasted.ts";

type TextBlock = {
  _type: string;
  style?: string;
  listItem?: string;
  children?: { text: string; marks: string[] }[];
  markDefs?: { _key: string; href: string }[];
  headerRows?: number;
  rows?: { cells: { value: TextBlock[] }[] }[];
};
let keys = 0;
const read = (html: string) =>
  readHtml(html, {
    schema: defaultSchema,
    keyGenerator: () => `k${(keys += 1)}`,
    parseHtml: (text) => new JSDOM(text).window.document,
  }) as TextBlock[];

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
  const blocks = read(html);
  expect(blocks.map(({ style }) => style)).toEqual(styles);
  const lines = blocks.map(({ children = [] }) => children.map(({ text }) => text).join(""));
  expect(lines.map((line) => line.trim()).join(" ")).toBe(words);
});

test("what only looks like heading 1 stays", () => {
  const html =
    '<p>&lt;h1&gt;</p><h6 data-ccp-parastyle="heading 10">Six</h6><ul><li aria-level="1">One</li></ul>';
  const [words, six, item] = read(html);
  expect(words?.children?.[0]?.text).toBe("<h1>");
  expect(six?.style).toBe("h6");
  expect(item?.listItem).toBe("bullet");
});

// Cut down from what these programs put on the clipboard.
const WORD_TABLE = `<table class=MsoTableGrid border=1><tr><td width=100><p class=MsoNormal><b>Harbor<o:p></o:p></b></p></td>
<td><p class=MsoNormal><b>Ferries<o:p></o:p></b></p></td></tr><tr><td><p class=MsoNormal>
<a href="https://example.com/w">Wharfside</a><o:p></o:p></p></td><td><p class=MsoNormal>41<o:p></o:p></p></td></tr></table>`;
const GOOGLE_TABLE = `<b style="font-weight:normal;" id="docs-internal-guid-2"><div dir="ltr" align="left"><table><colgroup><col/><col/></colgroup>
<tbody><tr><td><p dir="ltr"><span style="font-weight:700;">Harbor</span></p></td><td><p dir="ltr"><span style="font-weight:700;">Ferries</span></p></td></tr>
<tr><td><p dir="ltr"><a href="https://example.com/w"><span>Wharfside</span></a></p></td><td><p dir="ltr"><span>41</span></p></td></tr></tbody></table></div></b>`;
const PLAIN_TABLE = `<table><thead><tr><th><b>Harbor</b></th><th><b>Ferries</b></th></tr></thead>
<tbody><tr><td><a href="https://example.com/w">Wharfside</a></td><td>41</td></tr></tbody></table>`;

test.each([
  ["Word", WORD.replace("<!--EndFragment-->", WORD_TABLE), undefined],
  ["Google Docs", GOOGLE_DOCS + GOOGLE_TABLE, undefined],
  ["a page", PLAIN_TABLE, 1],
])("a table of %s is one, its cells with their bold and links", (_name, html, headerRows) => {
  const tables = read(html).filter(({ _type }) => _type === "table");
  expect(tables).toHaveLength(1);
  expect(tables[0]?.headerRows).toBe(headerRows);
  const cells = (tables[0]?.rows ?? []).map((row) => row.cells.map(({ value }) => value.at(-1)!));
  const words = cells.map((row) =>
    row.map(({ children = [] }) =>
      children
        .map(({ text }) => text)
        .join("")
        .trim(),
    ),
  );
  expect(words).toEqual([
    ["Harbor", "Ferries"],
    ["Wharfside", "41"],
  ]);
  expect(cells[0]?.[0]?.children?.[0]?.marks).toEqual(["strong"]);
  expect(cells[1]?.[0]?.markDefs).toMatchObject([{ href: "https://example.com/w" }]);
});

test.each([
  ["<p>Only words</p>", ""],
  ["<table class=MsoTableGrid><tr><td>1</td></tr></table>", ""],
  ['<p><img src="x"></p>', "A picture was left out: add it with “Image”."],
])("of %s it is said what is left out", (html, said) => {
  expect(leftOut(html)).toBe(said);
});
