import { expect, test } from "vitest";
import { failureOfStatus, isFailureCode } from "./errors.ts";

test.each([
  [401, "permission-denied"],
  [403, "permission-denied"],
  [408, "unavailable"],
  [429, "unavailable"],
  [500, "unavailable"],
  [502, "unavailable"],
  [503, "unavailable"],
  [504, "unavailable"],
  [400, "internal"],
  [404, "internal"],
  [409, "internal"],
  [413, "internal"],
])("status %i is %s", (status, code) => {
  expect(failureOfStatus(status)).toBe(code);
});

test("accepts the three codes only", () => {
  expect(["permission-denied", "unavailable", "internal"].every(isFailureCode)).toBe(true);
  expect(["not-found", "", undefined, 503].some(isFailureCode)).toBe(false);
});
