import { expect, test } from "vitest";
import { dateOf } from "../format.ts";
import { addDays, addMonths, daysBetween, periodOf } from "./billing-dates.ts";

test("the date is the one in New York", () => {
  expect(dateOf(new Date("2026-11-22T04:59:00Z"))).toBe("2026-11-21");
  expect(dateOf(new Date("2026-11-22T05:00:00Z"))).toBe("2026-11-22");
  expect(dateOf(new Date("2026-07-01T04:00:00Z"))).toBe("2026-07-01");
});

test("months are counted from the first day, clamped to shorter months", () => {
  expect([1, 2, 13, 12].map((months) => addMonths("2027-01-31", months))).toEqual([
    "2027-02-28",
    "2027-03-31",
    "2028-02-29",
    "2028-01-31",
  ]);
  expect(addMonths("2026-11-30", 3)).toBe("2027-02-28");
});

test("days do not meet a change of the clocks", () => {
  expect(addDays("2027-03-13", 2)).toBe("2027-03-15");
  expect(daysBetween("2027-03-01", "2027-04-01")).toBe(31);
  expect(daysBetween("2027-01-02", "2027-01-01")).toBe(-1);
});

test("each period begins where the one before ends", () => {
  const periods = [0, 1, 2].map((index) => periodOf("2026-11-30", 3, index));
  expect(periods).toEqual([
    { start: "2026-11-30", end: "2027-02-28" },
    { start: "2027-02-28", end: "2027-05-30" },
    { start: "2027-05-30", end: "2027-08-30" },
  ]);
});
