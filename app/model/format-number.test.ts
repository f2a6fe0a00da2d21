import { expect, test } from "vitest";
import fc from "fast-check";
import { formatNumber } from "./format-number.ts";

test.each([
  [0, 0, "0"],
  [999, 0, "999"],
  [1_000, 0, "1,000"],
  [-123_456, 0, "-123,456"],
  [1_234_567.891, 2, "1,234,567.89"],
  [99.95, 1, "100.0"],
  [0.5, 3, "0.500"],
])("%d with %d decimals", (value, decimals, expected) => {
  expect(formatNumber(value, decimals)).toBe(expected);
});

test("formats whole cents as Intl.NumberFormat does", () => {
  const platform = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      expect(formatNumber(cents / 100, 2)).toBe(platform.format(cents / 100));
    }),
  );
});
