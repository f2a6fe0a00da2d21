import { expect, test } from "vitest";
import { moved, newPositions, rowsOf } from "./reorder.ts";

const versions = [
  { _id: "b", order: 2, title: "published" },
  { _id: "drafts.b", order: 2, title: "draft" },
  { _id: "a", order: 1, title: "a" },
  { _id: "drafts.new", title: "new" },
  { _id: "c", order: 3, title: "c" },
];

test("one row per document in the order of the site; the draft speaks, what has no place comes last", () => {
  const rows = rowsOf(versions);
  expect(rows.map(({ id, doc }) => [id, doc.title])).toEqual([
    ["a", "a"],
    ["b", "draft"],
    ["c", "c"],
    ["new", "new"],
  ]);
  expect(rows[1]?.ids).toEqual(["b", "drafts.b"]);
});

test("an entry moves down and up to the place of another", () => {
  expect(moved(["a", "b", "c"], "a", "c")).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], "c", "a")).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b"], "a", "gone")).toEqual(["a", "b"]);
});

test("writes every stored version of what moved, and nothing else", () => {
  expect(newPositions(["b", "a", "c", "new"], versions)).toEqual(
    new Map([
      ["b", 1],
      ["drafts.b", 1],
      ["a", 2],
      ["drafts.new", 4],
    ]),
  );
});

test("gaps and duplicates are mended", () => {
  const messy = [
    { _id: "a", order: 5 },
    { _id: "b", order: 5 },
    { _id: "c", order: 3 },
  ];
  expect(newPositions(["a", "b", "c"], messy)).toEqual(
    new Map([
      ["a", 1],
      ["b", 2],
    ]),
  );
});

test("somebody else's new document is left where it is", () => {
  expect(
    newPositions(
      ["a"],
      [
        { _id: "a", order: 1 },
        { _id: "z", order: 9 },
      ],
    ),
  ).toEqual(new Map());
});
