import { addMonths, type CalendarDate } from "../../model/contracts/billing-dates.ts";
import { frequencyTerms } from "../../model/contracts/frequency.ts";
import { formatCents } from "../../model/contracts/money.ts";
import { PAY_TO, payTermsOf, type StoredPayTerms } from "../../model/contracts/pay-by.ts";
import type { OrderTotals } from "../../model/contracts/pricing.ts";
import { formatDate, fullStop } from "../../model/format.ts";

interface InvoiceTermsProps {
  payee: string;
  payment: StoredPayTerms | null;
}

/** How to pay an invoice without a card, for orders by invoice. */
export function InvoiceTerms({ payee, payment }: InvoiceTermsProps) {
  const { payBy, instructions } = payTermsOf(payment);
  return (
    <div className="rounded-xl border border-line bg-tint p-5">
      <p>
        {PAY_TO[payBy]} <strong className="text-ink">{payee}</strong>
        {fullStop(payee).slice(payee.length)}
      </p>
      {instructions ? <p className="mt-2 whitespace-pre-line text-ink-soft">{instructions}</p> : null}
    </div>
  );
}

/**
 * What an automatic renewal has to say next to the consent, before any card details (New York General Business Law
 * 527-a): amount, frequency, next charge and how to cancel. For orders by card; nothing without recurring services.
 */
export function RenewalDisclosure({ totals, today }: { totals: OrderTotals; today: CalendarDate }) {
  if (totals.schedule.length === 0) return null;
  return (
    <section aria-labelledby="renewal" className="rounded-xl border border-edge p-5">
      <h3 id="renewal" className="font-semibold text-ink">
        Automatic renewal
      </h3>
      <p className="mt-2">
        Your card is charged {formatCents(totals.dueTodayCents)} today. These payments then renew until you
        cancel:
      </p>
      <ul className="mt-2 list-disc pl-6">
        {totals.schedule.map((payment) => (
          <li key={payment.frequency}>
            {formatCents(payment.amountCents)} {frequencyTerms[payment.frequency].every}, next on{" "}
            {formatDate(addMonths(today, payment.months))}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Cancel at any time on your order page, by replying to your receipt or through our contact page; it
        ends with the period that is paid.
      </p>
    </section>
  );
}
