import type { ReactNode } from "react";
import { firstPaymentLabel, orderDates, orderSums, serviceRow } from "../../model/contracts/amounts.ts";
import type { CalendarDate } from "../../model/contracts/billing-dates.ts";
import type { Coupon } from "../../model/contracts/coupon.ts";
import { formatCents } from "../../model/contracts/money.ts";
import type { OrderTotals } from "../../model/contracts/pricing.ts";
import { AmountList } from "../billing/invoices/amount-list.tsx";

interface TotalsCardProps {
  totals: OrderTotals;
  coupon: Coupon | null;
  /** Whether payment by invoice is chosen. */
  byInvoice?: boolean;
  /** The order date, if it is known. */
  today?: CalendarDate;
  title?: string;
  /** Notes under the sums. */
  children?: ReactNode;
}

const PART = "mt-3 border-t border-line pt-2";

export function TotalsCard({
  totals,
  coupon,
  byInvoice = false,
  today,
  title = "Your order",
  children,
}: TotalsCardProps) {
  return (
    <section aria-labelledby="order-totals" className="order-totals">
      <h2 id="order-totals" className="text-lg font-semibold text-ink">
        {title}
      </h2>
      {totals.lines.length === 0 ? <p className="mt-2 text-ink-faint">Nothing selected yet.</p> : null}
      <ul className="order-lines mt-3">
        {totals.lines.map((line) => {
          const { label, note, cents } = serviceRow(line);
          return (
            <li key={line.serviceId} className="flex items-baseline justify-between gap-4 py-1 text-sm">
              <span>
                {label}
                {note ? <span className="block text-ink-faint">{note}</span> : null}
              </span>
              <span className="figures">{formatCents(cents)}</span>
            </li>
          );
        })}
      </ul>
      <div aria-live="polite">
        <AmountList rows={orderDates(totals, { byInvoice, today: today ?? null })} className={PART} />
        <AmountList rows={orderSums(totals, coupon)} className={PART} />
      </div>
      {children}
    </section>
  );
}

/** Total and first payment at the bottom of small screens; hidden from screen readers, as it repeats the card. */
export function TotalsBar({ totals, byInvoice = false }: Pick<TotalsCardProps, "totals" | "byInvoice">) {
  return (
    <div aria-hidden="true" className="order-bar">
      <span>
        Total <strong className="figures text-ink">{formatCents(totals.totalCents)}</strong>
      </span>
      <span>
        {firstPaymentLabel(totals, byInvoice)}{" "}
        <strong className="figures text-ink">{formatCents(totals.dueTodayCents)}</strong>
      </span>
    </div>
  );
}
