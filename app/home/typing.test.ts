import { expect, test } from "vitest";
import { typedCount } from "./typing.ts";

test("nothing is typed in the first 500 ms, then one character every 80 ms", () => {
  expect(typedCount(0, 10)).toBe(0);
  expect(typedCount(579, 10)).toBe(0);
  expect(typedCount(580, 10)).toBe(1);
  expect(typedCount(659, 10)).toBe(1);
  expect(typedCount(660, 10)).toBe(2);
});

test("a late tick catches up and the end is the end", () => {
  expect(typedCount(500 + 80 * 10, 10)).toBe(10);
  expect(typedCount(60_000, 10)).toBe(10);
});
