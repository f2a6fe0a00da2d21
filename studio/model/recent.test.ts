import { expect, test } from "vitest";
import { recentDocuments } from "./recent.ts";

const row = (_id: string, minute: number) => ({
  _id,
  _type: "post",
  _updatedAt: `2026-11-21T10:0${minute}:00Z`,
});

test("each document once, with its latest time, and whether a draft waits", () => {
  const rows = [row("drafts.a", 9), row("b", 8), row("a", 7), row("c", 6), row("drafts.c", 5)];
  expect(recentDocuments(rows, 5)).toEqual([
    { id: "a", type: "post", at: row("", 9)._updatedAt, isDraft: true },
    { id: "b", type: "post", at: row("", 8)._updatedAt, isDraft: false },
    { id: "c", type: "post", at: row("", 6)._updatedAt, isDraft: true },
  ]);
});

test("no more than asked for", () => {
  expect(recentDocuments([row("a", 3), row("b", 2), row("c", 1)], 2).map(({ id }) => id)).toEqual(["a", "b"]);
});
