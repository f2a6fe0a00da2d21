import { expect, test } from "vitest";
import { byteRange, matchesEtag } from "./file-response.ts";

const range = (value: string, extra: Record<string, string> = {}) =>
  byteRange(new Headers({ range: value, ...extra }), 100, "tag");

test.each([
  ["bytes=0-9", { start: 0, end: 9 }],
  ["bytes=90-", { start: 90, end: 99 }],
  ["bytes=-5", { start: 95, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=50-5000", { start: 50, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=9-5", null],
  ["bytes=-", null],
  ["bytes=0-1,5-6", null],
  ["lines=0-9", null],
])("%s of 100 bytes", (value, expected) => {
  expect(range(value)).toEqual(expected);
});

test("If-Range with another version asks for the whole", () => {
  expect(range("bytes=0-9", { "if-range": '"tag"' })).toEqual({ start: 0, end: 9 });
  expect(range("bytes=0-9", { "if-range": '"other"' })).toBeNull();
});

test.each([
  ['"tag"', true],
  ['W/"tag"', true],
  ['"a", "tag"', true],
  ["*", true],
  ['"other"', false],
  ["tag", false],
  [null, false],
])("If-None-Match %s", (header, expected) => {
  expect(matchesEtag(header, "tag")).toBe(expected);
});
