import { expect, test } from "vitest";
import { escapeXml, xmlElement } from "./xml.ts";

test("escapes text in elements and attributes", () => {
  expect(escapeXml(`</title>&<a b="c" d='e'>`)).toBe(
    "&lt;/title&gt;&amp;&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;",
  );
});

test("drops characters that XML forbids, keeps line ends and emoji", () => {
  expect(escapeXml("a\u0000\u000Bb\n😀")).toBe("ab\n😀");
});

test("an element without text is empty", () => {
  expect(xmlElement("author", null)).toBe("");
  expect(xmlElement("guid", "x&y", 'isPermaLink="true"')).toBe('<guid isPermaLink="true">x&amp;y</guid>');
});
