import { Link } from "@remix-run/react";
import { formatCents } from "../../../model/contracts/money.ts";
import type { PaymentItem } from "../../../model/contracts/payments.ts";
import { SHEET_TITLES } from "../../../model/contracts/sheet.ts";
import { formatDay } from "../../../model/format.ts";

/** Payments by card and refunds, newest first, each with its receipt. `base` is the path above their pages. */
export function PaymentList({ payments, base }: { payments: readonly PaymentItem[]; base: string }) {
  return (
    <ul>
      {payments.map(({ kind, number, date, card, period, cents }) => (
        <li key={number} className="flex justify-between gap-6 border-b border-line py-2 last:border-b-0">
          <span>
            <Link to={`${base}/${number}`} className="text-link">
              {SHEET_TITLES[kind]} {number}
            </Link>
            <span className="block text-sm text-ink-faint">
              {[formatDay(date), card].filter(Boolean).join(" · ")}
            </span>
            {period ? <span className="block text-sm text-ink-faint">{period}</span> : null}
          </span>
          <span className="figures">{formatCents(cents)}</span>
        </li>
      ))}
    </ul>
  );
}
