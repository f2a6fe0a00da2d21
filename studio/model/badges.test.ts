import { expect, test } from "vitest";
import { badgeOf } from "./badges.ts";

test("what is not for sale or not out yet says so", () => {
  const label = (document: Record<string, unknown> & { _type: string }) => badgeOf(document)?.label;
  expect(label({ _type: "orderService", active: false })).toBe("Not for sale");
  expect(label({ _type: "orderService", active: true })).toBeUndefined();
  expect(label({ _type: "post", publishedAt: "9999-01-01T00:00:00Z" })).toBe("Waits for its date");
  expect(label({ _type: "post", publishedAt: "2020-01-01T00:00:00Z" })).toBeUndefined();
  expect(label({ _type: "contract", active: false })).toBeUndefined();
});
