import { addMonths, type CalendarDate } from "./billing-dates.ts";
import { formatDate } from "../format.ts";
import { datedSchedule, isByCard, startOf } from "./cancellation.ts";
import type { ContractDocument, StoredSchedule } from "./contract-document.ts";
import { frequencyTerms } from "./frequency.ts";
import { holdOf, ON_HOLD } from "./hold.ts";
import { contentRows, renewalContent } from "./invoice-content.ts";
import { formatCents, sumCents, type Cents } from "./money.ts";

export type Renewing = Pick<ContractDocument, "date" | "lines" | "payment" | "invoices" | "history">;

/** Returns what the running period of a frequency cost, if it is the first one and a coupon lowered it; else the amount. */
function lastAmount({ date, lines }: Renewing, entry: StoredSchedule, nextDate: CalendarDate): Cents {
  const isFirst = nextDate < addMonths(date, 2 * entry.months);
  const first = (lines ?? []).filter(({ frequency }) => frequency === entry.frequency);
  if (!isFirst || first.length === 0) return entry.amountCents;
  return sumCents(first, ({ dueTodayCents }) => dueTodayCents);
}

/** Returns the next renewal of each frequency. */
export function renewalsOf(contract: Renewing, today: CalendarDate) {
  return datedSchedule(contract, today).map((entry) => {
    const last = lastAmount(contract, entry, entry.nextDate);
    return {
      frequency: entry.frequency,
      date: entry.nextDate,
      amountCents: entry.amountCents,
      /** What the period before cost, where that differs. */
      lastAmountCents: last === entry.amountCents ? null : last,
    };
  });
}

/** The next payment of the services that are paid at one frequency. */
export type Renewal = ReturnType<typeof renewalsOf>[number];

/** Returns what renews on a date, or null when nothing does. */
export function renewalOn(contract: ContractDocument, date: CalendarDate) {
  const due = renewalsOf(contract, date).filter((renewal) => renewal.date === date);
  const [first] = due;
  if (!first) return null;
  const amountCents = sumCents(due, (renewal) => renewal.amountCents);
  const before = sumCents(due, (renewal) => renewal.lastAmountCents ?? renewal.amountCents);
  return {
    rows: contentRows(renewalContent(contract, startOf(contract), date, amountCents)),
    amountCents,
    /** What the first period cost, when a coupon made it cheaper and this is the second; else null. */
    previousCents: before === amountCents ? null : before,
    /** Such as `every 6 months`; of the first when several renew together. */
    period: frequencyTerms[first.frequency].every,
  };
}

/** All that renews on a date. */
export type RenewalDay = NonNullable<ReturnType<typeof renewalOn>>;

/** `$342.00 on April 30, 2027, then every 3 months`. */
export const nextPaymentText = ({
  amountCents,
  date,
  period,
}: Pick<RenewalDay, "amountCents" | "period"> & Pick<Renewal, "date">): string =>
  `${formatCents(amountCents)} on ${formatDate(date)}, then ${period}`;

/** Returns the payments that follow, in words; none of a contract that is cancelled. */
export function nextPayments(contract: ContractDocument, today: CalendarDate) {
  if (holdOf(contract)) return [ON_HOLD];
  const renewals = contract.cancellation ? [] : renewalsOf(contract, today);
  const what = isByCard(contract) ? "Next charge" : "Next invoice";
  return renewals.map(({ frequency, amountCents, date }) => {
    const period = frequencyTerms[frequency].every;
    return {
      label: renewals.length > 1 ? `${what} (${period})` : what,
      value: nextPaymentText({ amountCents, date, period }),
    };
  });
}
