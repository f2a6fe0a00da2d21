import type { ReactNode } from "react";
import type { Coupon } from "../../model/contracts/coupon.ts";
import { frequencyTerms } from "../../model/contracts/frequency.ts";
import { formatCents, type Cents } from "../../model/contracts/money.ts";
import type { OrderTotals } from "../../model/contracts/pricing.ts";

function Row({ label, amount, strong }: { label: string; amount: Cents; strong?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 py-2 ${strong ? "text-lg font-semibold text-ink" : ""}`}
    >
      <dt>{label}</dt>
      <dd className="figures">{formatCents(amount)}</dd>
    </div>
  );
}

interface TotalsCardProps {
  totals: OrderTotals;
  coupon: Coupon | null;
  title?: string;
  /** Notes under the sums. */
  children?: ReactNode;
}

/** The live totals. Due today is what a card is charged; the discount line is always shown. */
export function TotalsCard({ totals, coupon, title = "Your order", children }: TotalsCardProps) {
  return (
    <section aria-labelledby="order-totals" className="order-totals">
      <h2 id="order-totals" className="text-lg font-semibold text-ink">
        {title}
      </h2>
      {totals.lines.length === 0 ? <p className="mt-2 text-ink-faint">Nothing selected yet.</p> : null}
      <ul className="order-lines mt-3">
        {totals.lines.map((line) => (
          <li key={line.serviceId} className="flex items-baseline justify-between gap-4 py-1 text-sm">
            <span>
              {line.title}
              {line.quantity > 1 ? ` × ${line.quantity}` : ""}
              {line.frequency ? (
                <span className="block text-ink-faint">{frequencyTerms[line.frequency].label}</span>
              ) : null}
            </span>
            <span className="figures">{formatCents(line.totalCents)}</span>
          </li>
        ))}
      </ul>
      <dl aria-live="polite" className="mt-3 border-t border-line pt-2">
        <Row label="One-time total" amount={totals.oneTimeTotalCents} />
        <Row label="Recurring total" amount={totals.recurringTotalCents} />
        <Row label="Discount" amount={totals.recurringDiscountCents} />
        {coupon ? <Row label={`Coupon ${coupon.code}`} amount={totals.couponDiscountCents} /> : null}
        <Row label="Total" amount={totals.totalCents} strong />
        <Row label="Due today" amount={totals.dueTodayCents} strong />
      </dl>
      {totals.schedule.map((payment) => (
        <p key={payment.frequency} className="text-sm text-ink-faint">
          then {formatCents(payment.amountCents)} {frequencyTerms[payment.frequency].every}
        </p>
      ))}
      {children}
    </section>
  );
}

/** Total and due today at the bottom of small screens; hidden from screen readers, as it repeats the card. */
export function TotalsBar({ totals }: { totals: OrderTotals }) {
  return (
    <div aria-hidden="true" className="order-bar">
      <span>
        Total <strong className="figures text-ink">{formatCents(totals.totalCents)}</strong>
      </span>
      <span>
        Due today <strong className="figures text-ink">{formatCents(totals.dueTodayCents)}</strong>
      </span>
    </div>
  );
}
