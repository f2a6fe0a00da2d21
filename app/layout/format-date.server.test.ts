import { expect, test } from "vitest";
import { formatDate } from "./format-date.server.ts";

test("a time falls on New York's day, also just after midnight in London", () => {
  expect(formatDate("2026-08-04T03:30:00Z")).toBe("August 3, 2026");
  expect(formatDate("2026-08-04T04:30:00Z")).toBe("August 4, 2026");
});

test("a plain day stays that day", () => {
  expect(formatDate("2026-09-01")).toBe("September 1, 2026");
});
