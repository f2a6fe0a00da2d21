import { expect, test } from "vitest";
import { escapeXml, xmlElement } from "./xml.ts";

test("text cannot leave its element or attribute", () => {
  expect(escapeXml(`</title>&<a b="c" d='e'>`)).toBe(
    "&lt;/title&gt;&amp;&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;",
  );
});

test("characters that XML forbids are dropped, line ends and emoji are kept", () => {
  expect(escapeXml("a\u0000\u000Bb\n😀")).toBe("ab\n😀");
});

test("an element without text is left out", () => {
  expect(xmlElement("author", null)).toBe("");
  expect(xmlElement("guid", "x&y", 'isPermaLink="true"')).toBe('<guid isPermaLink="true">x&amp;y</guid>');
});
