import { STATUS_LABELS, statusOf } from "../../app/model/admin-status.ts";
import { PAYMENT_STATE_LABELS } from "../../app/model/contracts/payment-state.ts";
import { formatDay } from "../../app/model/format.ts";

/** What a list selects of a submission. `status` is that of a contract; a completed one is not suspected any more. */
export type SubmissionRow = Partial<
  Record<
    "name" | "first" | "last" | "email" | "date" | "adminStatus" | "suspected" | "status" | "paymentState",
    unknown
  >
>;

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Formats a time as "Nov 21, 2026" in the company's time zone; empty when it is not a time. */
const day = (time: unknown): string => (Number.isNaN(Date.parse(text(time))) ? "" : formatDay(text(time)));

const payment = (state: string): string =>
  Object.hasOwn(PAYMENT_STATE_LABELS, state)
    ? PAYMENT_STATE_LABELS[state as keyof typeof PAYMENT_STATE_LABELS]
    : "";

/**
 * Returns the list preview of a submission: the name, or the email without one; below it status, payment, whether it is
 * suspected, the email and the date.
 */
export function submissionLine(row: SubmissionRow, hasStatus: boolean): { title: string; subtitle: string } {
  const name = [row.name, row.first, row.last].map(text).filter(Boolean).join(" ");
  const [title = "Without a name", ...rest] = [name, text(row.email)].filter(Boolean);
  const parts = [
    hasStatus ? STATUS_LABELS[statusOf(row.adminStatus)] : "",
    payment(text(row.paymentState)),
    row.suspected && row.status !== "completed" ? "Suspected" : "",
    ...rest,
    day(row.date),
  ];
  return { title, subtitle: parts.filter(Boolean).join(" · ") };
}
