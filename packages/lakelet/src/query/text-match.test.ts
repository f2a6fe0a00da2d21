import { expect, test } from "vitest";
import { parseTextQuery, textAt, textReference, textsOf } from "./text-match.ts";

/** Formats a parsed query as `<wanted> | <excluded>`. */
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

const span = (text: string) => ({ _type: "span", _key: "k", marks: ["strong"], text });
const post = {
  _id: "post-1",
  _type: "post",
  _rev: "r",
  _createdAt: "2026-11-21T00:00:00.000Z",
  _updatedAt: "2026-11-21T00:00:00.000Z",
  title: "Ports\n and   piers",
  slug: { _type: "slug", current: "ports-and-piers" },
  tags: ["sea", ["deep"]],
  author: { _type: "reference", _ref: "author-ada" },
  likes: 7,
  gone: null,
  body: [
    {
      _type: "block",
      style: "h2",
      listItem: "bullet",
      markDefs: [{ _type: "link", _key: "l", href: "https://example.com/tide" }],
      children: [span("un"), span("finished"), { _type: "note", label: "aside" }, span("end")],
    },
    { _type: "figure", caption: "A crane" },
  ],
};

test("a document's text is what its fields say: no ids, types, references or styles, and no word cut by its formatting", () => {
  expect(textsOf(post)).toEqual([
    "ports and piers",
    "ports-and-piers",
    "sea",
    "deep",
    "unfinished end",
    "https://example.com/tide",
    "aside",
    "a crane",
  ]);
});

test("it is found by a reference that no id can be", () => {
  const get = (id: string) => (id === "post-1" ? post : undefined);
  expect(textAt(`${textReference("")}post-1`, get)).toEqual(textsOf(post));
  expect(textAt(`${textReference("and")}post-1`, get)).toEqual(["ports and piers", "ports-and-piers"]);
  expect(textAt(`${textReference(": a")}post-1`, get)).toEqual([]);
  expect(textAt(`${textReference("")}nobody`, get)).toEqual([]);
  expect(textAt("post-1", get)).toBeUndefined();
});
