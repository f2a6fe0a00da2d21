import { expect, test } from "vitest";
import { companyDay, companyYear } from "./calendar.ts";

test("the year turns at midnight in New York, not in London", () => {
  expect(companyYear(new Date("2027-01-01T04:59:59Z"))).toBe(2026);
  expect(companyYear(new Date("2027-01-01T05:00:00Z"))).toBe(2027);
});

test("so does the day", () => {
  expect(companyDay(new Date("2026-03-02T04:59:59Z"))).toBe("2026-03-01");
  expect(companyDay(new Date("2026-03-02T05:00:00Z"))).toBe("2026-03-02");
});
