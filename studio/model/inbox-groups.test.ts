import { expect, test } from "vitest";
import { groupInbox, monthRange, monthTitle } from "./inbox-groups.ts";

test("counts by status and by month, the latest month first", () => {
  const groups = groupInbox([
    { status: "new", time: "2026-11-02T10:00:00.000Z" },
    { status: "closed", time: "2026-11-30T23:59:59.999Z" },
    { status: "reviewed", time: "2025-12-01T00:00:00.000Z" },
  ]);
  expect(groups.statuses).toEqual({ new: 1, reviewed: 1, closed: 1 });
  expect(groups.months).toEqual([
    { month: "2026-11", count: 2 },
    { month: "2025-12", count: 1 },
  ]);
});

test("counts what is still to be paid; offers that nobody signed count nowhere", () => {
  const groups = groupInbox([{ payment: "due" }, { payment: "overdue" }, { payment: "paid" }, {}]);
  expect(groups.payments).toEqual({ due: 1, overdue: 1, failed: 0 });
});

test("without a status it is new; without a date it is in no month, but still counted", () => {
  const groups = groupInbox([
    {},
    { status: "archived", time: "yesterday" },
    { status: null, time: "2026-13-01" },
  ]);
  expect(groups).toEqual({
    statuses: { new: 3, reviewed: 0, closed: 0 },
    payments: { due: 0, overdue: 0, failed: 0 },
    months: [],
  });
});

test("a month reaches to the first moment of the next, over the year too", () => {
  expect(monthRange("2026-12")).toEqual({ from: "2026-12-01T00:00:00.000Z", to: "2027-01-01T00:00:00.000Z" });
});

test("months are named in UTC, whatever the zone of the reader", () => {
  expect(monthTitle("2026-11")).toBe("November 2026");
});
