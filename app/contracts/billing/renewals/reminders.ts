import { daysBetween, type CalendarDate } from "../../../model/contracts/billing-dates.ts";
import { isRunning } from "../../../model/contracts/cancellation.ts";
import type { ContractDocument } from "../../../model/contracts/contract-document.ts";
import { hasEvent, type ContractEvent } from "../../../model/contracts/history.ts";
import { sumCents } from "../../../model/contracts/money.ts";
import { renewalsOf, type Renewing } from "../../../model/contracts/renewals.ts";

/** New York GBL 527-a: 15 to 45 days before periods of six months or more renew. The job runs hourly, so this is met. */
const LONG_MONTHS = 6;
const LONG_DAYS_BEFORE = 30;
/** Shorter periods only renew with a reminder when the amount changes, such as after a coupon. */
const CHANGE_DAYS_BEFORE = 20;

/** No reminder is sent earlier. */
export const MAX_DAYS_BEFORE = Math.max(LONG_DAYS_BEFORE, CHANGE_DAYS_BEFORE);

const reminderKey = (date: CalendarDate): string => `reminder-${date}`;

type Reminded = Renewing & Pick<ContractDocument, "status" | "subscription" | "cancellation">;

/** Returns the reminders that are due on a date and were not sent: one for all that renews on the same day. */
export function dueReminders(contract: Reminded, today: CalendarDate, now: Date): ContractEvent[] {
  // Reminders are also sent while invoices are on hold, because the services go on.
  if (!isRunning(contract) || contract.cancellation) return [];
  const months = new Map(contract.payment.schedule.map((entry) => [entry.frequency, entry.months]));
  const renewals = renewalsOf(contract, today);
  const due = renewals.filter(({ frequency, date, lastAmountCents }) => {
    const isLong = (months.get(frequency) ?? 1) >= LONG_MONTHS;
    if (!isLong && lastAmountCents === null) return false;
    const days = daysBetween(today, date);
    return days > 0 && days <= (isLong ? LONG_DAYS_BEFORE : CHANGE_DAYS_BEFORE);
  });
  return [...new Set(due.map(({ date }) => date))]
    .filter((date) => !hasEvent(contract.history, reminderKey(date)))
    .map((date) => ({
      _key: reminderKey(date),
      at: now.toISOString(),
      kind: "renewal-reminded",
      // Of all that renews on the day, those of short periods too.
      amountCents: sumCents(
        renewals.filter((renewal) => renewal.date === date),
        ({ amountCents }) => amountCents,
      ),
      date,
      note: `Renews on ${date}`,
    }));
}
