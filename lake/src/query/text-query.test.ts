import { expect, test } from "vitest";
import { parseTextQuery } from "./text-query.ts";

/** As it would be written again: `<wanted> | <excluded>`. */
function said(text: string): string {
  const { wanted, excluded } = parseTextQuery(text);
  const parts = [wanted, excluded].map((terms) =>
    terms.map((term) => (term.isPhrase ? `"${term.text}"` : term.text)).join(" "),
  );
  return parts.join(" | ").trim();
}

test.each([
  ["hello world*", "hello world* |"],
  ["hello* -world", "hello* | world"],
  ['hello* "exact match"', 'hello* "exact match" |'],
  ['"exact phrase" -"other one"', '"exact phrase" | "other one"'],
  ["-negated", "| negated"],
  ["off-shore e.g.", "off-shore e.g. |"],
  ['"two   words\n again*"', '"two words again" |'],
  ['port "never closed', 'port "never closed" |'],
  ['word"glued"', 'word "glued" |'],
  ["Ærlig 東京 42 😀", "Ærlig 東京 42 😀 |"],
  ["*", "* |"],
  ['  - "" -"" & -- ', "|"],
  ["", "|"],
])("%j", (text, expected) => {
  expect(said(text)).toBe(expected);
});
