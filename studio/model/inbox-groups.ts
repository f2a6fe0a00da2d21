import { statusOf, type AdminStatus } from "../../app/model/admin-status.ts";
import { LOCALE } from "../../app/model/locale.ts";

/** Returns the UTC month of an ISO time as `2026-11`, or undefined for anything else. */
function monthOf(time: unknown): string | undefined {
  return typeof time === "string" ? /^\d{4}-(?:0[1-9]|1[0-2])(?=-)/.exec(time)?.[0] : undefined;
}

/** Returns the bounds of a month in ISO: `from <= time < to`. */
export function monthRange(month: string): { from: string; to: string } {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  return { from: from.toISOString(), to: to.toISOString() };
}

const monthFormat = new Intl.DateTimeFormat(LOCALE.language, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** "November 2026". */
export const monthTitle = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

/** The payment states that somebody has to do something about. */
export const openPayments = ["due", "overdue", "failed"] as const;
export type OpenPayment = (typeof openPayments)[number];

/** Counts submissions by status, by open payment and by month, latest month first. */
export function groupInbox(rows: readonly { status?: unknown; payment?: unknown; time?: unknown }[]): {
  statuses: Record<AdminStatus, number>;
  payments: Record<OpenPayment, number>;
  months: { month: string; count: number }[];
} {
  const counts: Record<AdminStatus, number> = { new: 0, reviewed: 0, closed: 0 };
  const payments: Record<OpenPayment, number> = { due: 0, overdue: 0, failed: 0 };
  const months = new Map<string, number>();
  for (const { status, payment, time } of rows) {
    counts[statusOf(status)] += 1;
    const open = openPayments.find((state) => state === payment);
    if (open) payments[open] += 1;
    const month = monthOf(time);
    if (month) months.set(month, (months.get(month) ?? 0) + 1);
  }
  const latestFirst = [...months].sort(([a], [b]) => b.localeCompare(a));
  return { statuses: counts, payments, months: latestFirst.map(([month, count]) => ({ month, count })) };
}
