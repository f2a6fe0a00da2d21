import { addDays, type CalendarDate } from "./billing-dates.ts";
import { dateOf, formatDate } from "../format.ts";
import type { Cancellation, ContractDocument } from "./contract-document.ts";
import { frequencyTerms, type PaymentFrequency } from "./frequency.ts";
import { openCents } from "./invoice-state.ts";

/** The last day on which a client has a service that is cancelled. */
export interface ServiceEnd {
  service: string;
  lastDay: CalendarDate;
}

type Ending = Pick<ContractDocument, "lines"> & { payment: Pick<ContractDocument["payment"], "schedule"> };

/**
 * Returns the last day of services that end on a date: the day before, or that of the cancellation when they ended with it.
 * Every page, email and dialog takes it from here.
 */
export function lastDayOf(
  endsOn: CalendarDate,
  { requestedAt }: Pick<Cancellation, "requestedAt">,
): CalendarDate {
  const requestedOn = requestedAt && dateOf(new Date(requestedAt));
  const dayBefore = addDays(endsOn, -1);
  return requestedOn > dayBefore ? requestedOn : dayBefore;
}

/**
 * Returns a row for each recurring service of a contract: until when it goes on after a cancellation. By frequency for a
 * contract that was stored without lines.
 */
export function serviceEnds({ lines = [], payment }: Ending, cancellation: Cancellation): ServiceEnd[] {
  const { ends = [], endsOn } = cancellation;
  const lastDay = (frequency: PaymentFrequency) =>
    lastDayOf(ends.find((one) => one.frequency === frequency)?.endsOn ?? endsOn, cancellation);
  const named = lines.flatMap(({ title, frequency }) =>
    frequency ? [{ service: title, lastDay: lastDay(frequency) }] : [],
  );
  if (named.length > 0) return named;
  return payment.schedule.map(({ frequency }) => ({
    service: `What renews ${frequencyTerms[frequency].every}`,
    lastDay: lastDay(frequency),
  }));
}

/** `until July 30, 2027`, or `ended July 30, 2027`. */
export const endText = ({ lastDay }: ServiceEnd, isOver: boolean): string =>
  `${isOver ? "ended" : "until"} ${formatDate(lastDay)}`;

/** Returns the invoices that are still to be paid, whatever was cancelled, the oldest first. */
export function owedInvoices({ invoices = [] }: Pick<ContractDocument, "invoices">) {
  return invoices
    .map((invoice) => ({ number: invoice.number, cents: openCents(invoice), dueOn: invoice.dueOn }))
    .filter(({ cents }) => cents > 0);
}

export type OwedInvoice = ReturnType<typeof owedInvoices>[number];
