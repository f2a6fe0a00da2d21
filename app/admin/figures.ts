import { dateOf } from "../model/format.ts";

/** What the charts are computed from. Times are ISO, amounts are in cents. */
export interface FiguresData {
  questionnaires: string[];
  messages: string[];
  subscribers: string[];
  contracts: { date: string; status: string | null; oneTime: number | null; recurring: number | null }[];
  /** What came in, by card and by cheque. */
  received: (number | null)[];
  /** What went back, by card and by hand. */
  refunded: (number | null)[];
  /** The open invoices, of all times. */
  invoices: {
    dueOn: string | null;
    totalCents: number | null;
    receivedCents: number | null;
    creditedCents: number | null;
  }[];
  views: { day: string; views: number | null }[];
  /** How many submissions are suspected spam, and so in none of the above. */
  suspected: number;
}

/** A series of a chart: one value per week. */
export interface Series {
  label: string;
  values: number[];
}

export interface ChartData {
  id: string;
  title: string;
  unit: "count" | "cents";
  /** What the values count, where the title leaves it open. */
  note?: string | undefined;
  series: Series[];
}

/** Amounts in cents: received and refunded since the charts begin, open and overdue now. */
export interface MoneyFigures {
  receivedCents: number;
  refundedCents: number;
  /** Received minus refunded. */
  netCents: number;
  /** Overdue amounts included. */
  openCents: number;
  overdueCents: number;
}

export interface Figures {
  money: MoneyFigures;
  /** Mondays, `2026-11-16`, oldest first. */
  weeks: string[];
  charts: ChartData[];
  suspected: number;
}

export type FiguresResult = { status: "loaded"; figures: Figures } | { status: "failed" };

const WEEKS = 12;
const DAY_MS = 86_400_000;

/** Returns the Monday of the week of a time in the company's time zone, or of a date without a time. */
export function weekOf(time: string | Date): string {
  const isDay = typeof time === "string" && /^\d{4}-\d{2}-\d{2}$/.test(time);
  const day = Date.parse(isDay ? time : dateOf(new Date(time)));
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return new Date(day - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the Mondays of the last weeks, including this one, oldest first. */
export function lastWeeks(now: Date): string[] {
  const thisWeek = Date.parse(weekOf(now));
  return Array.from({ length: WEEKS }, (_, n) =>
    new Date(thisWeek - (WEEKS - 1 - n) * 7 * DAY_MS).toISOString().slice(0, 10),
  );
}

function sums(
  weeks: readonly string[],
  items: readonly (readonly [time: string, value: number])[],
): number[] {
  const byWeek = new Map(weeks.map((week) => [week, 0]));
  for (const [time, value] of items) {
    if (Number.isNaN(Date.parse(time))) continue;
    const week = weekOf(time);
    const before = byWeek.get(week);
    if (before !== undefined) byWeek.set(week, before + value);
  }
  return weeks.map((week) => byWeek.get(week) ?? 0);
}

/** Returns whether a contract counts as revenue: paid or invoiced, not pending or failed. */
const isBooked = ({ status }: FiguresData["contracts"][number]) =>
  status === "completed" || status === "invoice";

function moneyOf({ received, refunded, invoices }: FiguresData, today: string): MoneyFigures {
  const open = invoices.map(({ dueOn, totalCents, receivedCents, creditedCents }) => ({
    cents: (totalCents ?? 0) - (receivedCents ?? 0) - (creditedCents ?? 0),
    isOverdue: (dueOn ?? today) < today,
  }));
  const sum = (amounts: readonly (number | null)[]) =>
    amounts.reduce<number>((total, cents) => total + (cents ?? 0), 0);
  return {
    receivedCents: sum(received),
    refundedCents: sum(refunded),
    netCents: sum(received) - sum(refunded),
    openCents: sum(open.map(({ cents }) => cents)),
    overdueCents: sum(open.filter(({ isOverdue }) => isOverdue).map(({ cents }) => cents)),
  };
}

export function figuresOf(data: FiguresData, now: Date): Figures {
  const weeks = lastWeeks(now);
  const count = (label: string, times: readonly string[]): Series => ({
    label,
    values: sums(
      weeks,
      times.map((time) => [time, 1]),
    ),
  });
  const booked = (label: string, name: "oneTime" | "recurring"): Series => ({
    label,
    values: sums(
      weeks,
      data.contracts.filter(isBooked).map((contract) => [contract.date, contract[name] ?? 0]),
    ),
  });
  const views = sums(
    weeks,
    data.views.map(({ day, views }) => [day, views ?? 0]),
  );
  return {
    money: moneyOf(data, dateOf(now)),
    weeks,
    suspected: data.suspected,
    charts: [
      {
        id: "submissions",
        title: "Submissions per week",
        unit: "count",
        series: [
          count("Questionnaires", data.questionnaires),
          count(
            "Contracts",
            data.contracts.map(({ date }) => date),
          ),
          count("Messages", data.messages),
          count("Subscribers", data.subscribers),
        ],
      },
      {
        id: "booked",
        title: "Booked value per week",
        unit: "cents",
        note: "Twelve months of every recurring service, and one-time services once.",
        series: [booked("One-time", "oneTime"), booked("Recurring", "recurring")],
      },
      {
        id: "views",
        title: "Page views per week",
        unit: "count",
        series: [{ label: "Page views", values: views }],
      },
    ],
  };
}
