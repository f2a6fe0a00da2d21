import { expect, test } from "vitest";
import { textAt, textReference, textsOf } from "./document-text.ts";

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
