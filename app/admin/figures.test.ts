import { describe, expect, it } from "vitest";
import { figuresOf, lastWeeks, weekOf, type FiguresData } from "./figures.ts";

describe("weekOf", () => {
  it.each([
    ["2026-11-16T12:00:00Z", "2026-11-16"],
    ["2026-11-22T23:00:00Z", "2026-11-16"],
    // Sunday evening in New York is Monday in UTC.
    ["2026-11-23T03:00:00Z", "2026-11-16"],
    ["2026-11-23T05:00:00Z", "2026-11-23"],
    ["2026-11-23", "2026-11-23"],
    // Clocks went back on the first of November.
    ["2026-11-01T05:30:00Z", "2026-10-26"],
    ["2027-01-01T12:00:00Z", "2026-12-28"],
  ])("%s is in the week of %s", (time, monday) => expect(weekOf(time)).toBe(monday));
});

it("lastWeeks are Mondays without a gap, over the change of clocks", () => {
  const weeks = lastWeeks(new Date("2026-11-21T12:00:00Z"));
  expect(weeks).toHaveLength(12);
  expect([weeks[0], weeks.at(-1)]).toEqual(["2026-08-31", "2026-11-16"]);
  expect(new Set(weeks.map((week) => new Date(week).getUTCDay()))).toEqual(new Set([1]));
});

describe("figuresOf", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const nothing: FiguresData = {
    questionnaires: [],
    messages: [],
    subscribers: [],
    contracts: [],
    received: [],
    refunded: [],
    invoices: [],
    views: [],
    suspected: 0,
  };
  const valuesOf = (data: Partial<FiguresData>, chart: string, label: string) =>
    figuresOf({ ...nothing, ...data }, now)
      .charts.find(({ id }) => id === chart)
      ?.series.find((series) => series.label === label)
      ?.values.slice(-2);

  it("counts by week and kind, and leaves out what is older or no time", () => {
    const questionnaires = [
      "2026-11-20T12:00:00Z",
      "2026-11-21T12:00:00Z",
      "2026-11-10T12:00:00Z",
      "2020-01-01",
      "soon",
    ];
    expect(valuesOf({ questionnaires }, "submissions", "Questionnaires")).toEqual([1, 2]);
    expect(valuesOf({ questionnaires }, "submissions", "Messages")).toEqual([0, 0]);
  });

  it("adds up what came in, and what is open and overdue", () => {
    const invoice = { totalCents: 10_000, receivedCents: 2_000, creditedCents: null };
    const data = {
      ...nothing,
      received: [5_000, null, 2_500],
      refunded: [1_200, null],
      invoices: [
        { ...invoice, dueOn: "2026-11-20" },
        { ...invoice, dueOn: "2026-11-21", creditedCents: 1_000 },
      ],
    };
    expect(figuresOf(data, now).money).toEqual({
      receivedCents: 7_500,
      refundedCents: 1_200,
      netCents: 6_300,
      openCents: 15_000,
      overdueCents: 8_000,
    });
  });

  it("books what is paid or goes by invoice", () => {
    const contract = { date: "2026-11-20T12:00:00Z", oneTime: 50_000, recurring: 12_000 };
    const contracts = ["completed", "invoice", "pending", "error", null].map((status) => ({
      ...contract,
      status,
    }));
    expect(valuesOf({ contracts }, "booked", "One-time")).toEqual([0, 100_000]);
    expect(valuesOf({ contracts }, "booked", "Recurring")).toEqual([0, 24_000]);
    expect(valuesOf({ contracts }, "submissions", "Contracts")).toEqual([0, 5]);
    expect(
      valuesOf({ contracts: [{ ...contract, status: "invoice", oneTime: null }] }, "booked", "One-time"),
    ).toEqual([0, 0]);
  });

  it("adds up days of page views", () => {
    const views = [
      { day: "2026-11-16", views: 3 },
      { day: "2026-11-21", views: 4 },
      { day: "2026-11-15", views: 5 },
      { day: "2026-11-14", views: null },
    ];
    expect(valuesOf({ views }, "views", "Page views")).toEqual([5, 7]);
  });
});
