import { expect, test } from "vitest";
import { CODE_LANGUAGES } from "../model/code-languages.ts";
import { highlight } from "./highlight.server.ts";
import type { CodeBlock } from "./rich-text.ts";

function tokensOf(language: string | null, code: string) {
  const block: CodeBlock = { _type: "code", language, code };
  highlight([block]);
  expect(block).not.toHaveProperty("code");
  return block.tokens ?? [];
}

const textOf = (language: string | null, code: string) =>
  tokensOf(language, code)
    .map((token) => (typeof token === "string" ? token : token[0]))
    .join("");

test("code becomes pieces that know what they are", () => {
  expect(tokensOf("typescript", 'const a = "<b>"; // 7')).toEqual([
    ["const", "keyword"],
    " a = ",
    ['"<b>"', "string"],
    "; ",
    ["// 7", "comment"],
  ]);
});

test.each(CODE_LANGUAGES.map(({ value }) => value))("no letter of %s is lost", (language) => {
  const code = '<a href="x">{ "b": [1, true] }</a>\n# c\nSELECT 1 -- d\n';
  expect(textOf(language, code)).toBe(code);
  if (language !== "text") expect(tokensOf(language, code).some(Array.isArray)).toBe(true);
});

test("a page's code has a bound, and code that is too deep stays plain", () => {
  const blocks = ["a".repeat(15_000), "b".repeat(5_001), "let c = 1;"].map((code): CodeBlock => ({
    _type: "code",
    language: "javascript",
    code,
  }));
  highlight(blocks);
  expect(blocks.map(({ tokens = [] }) => tokens.length > 1)).toEqual([false, false, true]);
  const deep = "`${".repeat(3_000);
  expect(textOf("javascript", deep)).toBe(deep);
  expect(tokensOf("javascript", null as never)).toEqual([]);
});

test("code of no or an unknown language, and a very long one, stays plain", () => {
  const code = "let a = 1;";
  expect(tokensOf(null, code)).toEqual([code]);
  expect(tokensOf("cobol", code)).toEqual([code]);
  const long = code.repeat(2_001);
  expect(tokensOf("javascript", long)).toEqual([long]);
});
