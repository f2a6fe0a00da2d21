import type { ContractView } from "../../app/model/contracts/contract-view.ts";
import { formatDay } from "../../app/model/format.ts";
import { INVOICE_STATES } from "../../app/model/contracts/invoice-state.ts";
import { formatCents } from "../../app/model/contracts/money.ts";
import { formatTime } from "../model/time.ts";

// The rows in which the Studio shows a contract: the names and values of its view.

export interface DetailRow {
  key: string;
  label: string;
  /** Below the label. */
  note?: string;
  /** At the end of the line, as an amount stands. */
  value: string;
  badge?: string;
  isSum?: boolean;
}

export const services = ({ services, custom }: ContractView): DetailRow[] => [
  ...services.map(({ id, title, quantity, frequency, period, priceCents }) => ({
    key: id,
    label: title,
    note: [`Quantity: ${quantity}`, [frequency, period].filter(Boolean).join(": ")]
      .filter(Boolean)
      .join("\n"),
    value: priceCents === null ? "" : formatCents(priceCents),
  })),
  ...custom.map(({ key, description, price }) => ({
    key,
    label: description,
    note: "Custom service",
    value: price > 0 ? formatCents(price) : "Not priced",
  })),
];

export const amounts = ({ amounts, coupon }: ContractView): DetailRow[] => [
  ...amounts.map(({ label, cents, isSum }) => ({
    key: label,
    label,
    value: formatCents(cents),
    isSum: Boolean(isSum),
  })),
  { key: "coupon", label: "Coupon applied", value: coupon || "None" },
];

export const nextPayments = ({ nextPayments }: ContractView): DetailRow[] =>
  nextPayments.map(({ label, value }) => ({ key: label, label, value }));

export const invoices = ({ invoices }: ContractView): DetailRow[] =>
  invoices.map(({ number, kind, issuedOn, dueOn, totalCents, state }) => ({
    key: number,
    label: number,
    badge: INVOICE_STATES[state],
    note:
      kind === "invoice"
        ? `Issued on ${formatDay(issuedOn)}, due on ${formatDay(dueOn)}`
        : `Credit note of ${formatDay(issuedOn)}`,
    value: formatCents(totalCents),
  }));

export const timeline = ({ timeline }: ContractView): DetailRow[] =>
  timeline.map(({ key, label, at, by, amountCents, note }) => ({
    key,
    label,
    note: [[formatTime(at), by].filter(Boolean).join(", "), note].filter(Boolean).join("\n"),
    value: amountCents === null ? "" : formatCents(amountCents),
  }));
