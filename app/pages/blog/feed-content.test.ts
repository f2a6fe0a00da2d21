import { expect, test } from "vitest";
import { textBlocks } from "../../../tests/support/text-blocks.ts";
import type { RichText } from "../../content/rich-text.ts";
import { feedContent } from "./feed-content.server.tsx";

const PICTURE = { assetPath: "images/local/production/a-100x50.png", width: 100, height: 50 };
const ADDRESSES = {
  article: "https://example.com/blog/one",
  publicUrl: "https://example.com",
  assets: "https://example.com/lake",
};
const htmlOf = (...blocks: object[]) => feedContent(blocks as RichText, ADDRESSES);

test("a feed has every block in plain HTML with absolute addresses", () => {
  const html = htmlOf(...textBlocks(PICTURE));
  expect(html).toContain("<tr><th><p>Harbor</p></th><th><p>Ferries</p></th></tr>");
  expect(html).toContain('<td><p><a href="https://example.com/services">Wharfside</a></p></td>');
  expect(html).toContain("// &lt;tide&gt;\nlet depth = 7;</code></pre>");
  expect(html).toMatch(
    /<img src="https:\/\/example\.com\/lake\/images\/[^"]+" alt="A quay"\/><figcaption>The old quay/,
  );
  expect(html).toContain(
    '<p><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ">A day at the lock</a></p>',
  );
  expect(html).toContain(
    "<blockquote><p>Mind the gangway.</p></blockquote>".replace(
      "Mind the gangway.",
      '<a href="https://example.com/contact">Mind the gangway.</a>',
    ),
  );
  expect(html).not.toMatch(/class=|style=|iframe|(?:src|href)="(?!https:)/);
});

test("links to a heading lead to the article, harmful ones nowhere, files to the site", () => {
  const link = (href: string) => ({
    _type: "block",
    _key: href,
    style: "normal",
    markDefs: [{ _key: "l", _type: "link", href }],
    children: [{ _type: "span", _key: "s", text: "words", marks: ["l"] }],
  });
  expect(htmlOf(link("#end"), link("javascript:alert(1)"))).toBe(
    '<p><a href="https://example.com/blog/one#end">words</a></p><p>words</p>',
  );
  expect(htmlOf({ _type: "video", _key: "v", title: "Film", file: "files/a.mp4" })).toBe(
    '<p><a href="https://example.com/lake/files/a.mp4">Film</a></p>',
  );
  const code = { _type: "code", _key: "c", tokens: ["a", ["b", "string"]] };
  expect(htmlOf(code, { _type: "mystery", _key: "m" })).toBe("<pre><code>ab</code></pre>");
});
