import { expect, test } from "vitest";
import { formatDate, companyDay, companyYear } from "./dates.server.ts";

test("a time falls on New York's day, also just after midnight in London", () => {
  expect(formatDate("2026-08-04T03:30:00Z")).toBe("August 3, 2026");
  expect(formatDate("2026-08-04T04:30:00Z")).toBe("August 4, 2026");
});

test("a plain day stays that day", () => {
  expect(formatDate("2026-09-01")).toBe("September 1, 2026");
});

test("the year turns at midnight in New York, not in London", () => {
  expect(companyYear(new Date("2027-01-01T04:59:59Z"))).toBe(2026);
  expect(companyYear(new Date("2027-01-01T05:00:00Z"))).toBe(2027);
});

test("so does the day", () => {
  expect(companyDay(new Date("2026-03-02T04:59:59Z"))).toBe("2026-03-01");
  expect(companyDay(new Date("2026-03-02T05:00:00Z"))).toBe("2026-03-02");
});
