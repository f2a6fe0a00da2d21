import { expect, test } from "vitest";
import { compareKeys, inOrderOf } from "./find.server.ts";

test("sorts as GROQ does: numbers, texts, then what is neither", () => {
  const keys = ["b", null, 10, "a", 9, undefined, "B"];
  expect(keys.toSorted(compareKeys)).toEqual([9, 10, "B", "a", "b", null, undefined]);
});

test("leaves out what was deleted since it was found", () => {
  expect(inOrderOf(["c", "a", "b"], [{ _id: "a" }, { _id: "c" }])).toEqual([{ _id: "c" }, { _id: "a" }]);
});
