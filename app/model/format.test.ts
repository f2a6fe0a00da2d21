import fc from "fast-check";
import { expect, test } from "vitest";
import { addressLines, dateOf, formatDate, formatDay, formatNumber, fullStop } from "./format.ts";

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

test("a time falls on New York's day, also just after midnight in London", () => {
  expect(formatDate("2026-08-04T03:30:00Z")).toBe("August 3, 2026");
  expect(formatDate("2026-08-04T04:30:00Z")).toBe("August 4, 2026");
  expect(dateOf(new Date("2026-03-02T04:59:59Z"))).toBe("2026-03-01");
  expect(dateOf(new Date("2026-03-02T05:00:00Z"))).toBe("2026-03-02");
});

test("a plain day stays that day, and text that is no date stays as it is", () => {
  expect(formatDate("2026-09-01")).toBe("September 1, 2026");
  expect(formatDay("2026-09-01")).toBe("Sep 1, 2026");
  expect(formatDay("soon")).toBe("soon");
});

test("an address has the lines that it has parts for", () => {
  const address = {
    street: "48 Front Street",
    suite: "Floor 6",
    city: "New York",
    state: "NY",
    zipCode: "10004",
  };
  expect(addressLines(address)).toEqual(["48 Front Street, Floor 6", "New York, NY 10004"]);
  expect(addressLines({ city: "New York", zipCode: null })).toEqual(["New York"]);
  expect(addressLines({})).toEqual([]);
});

test("a name that ends with a full stop ends the sentence", () => {
  expect(fullStop("Harborlight Inc.")).toBe("Harborlight Inc.");
  expect(fullStop("Harborlight LLC")).toBe("Harborlight LLC.");
  expect(fullStop("Go on?")).toBe("Go on?");
});
