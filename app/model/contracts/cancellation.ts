import { dateOf, formatDate } from "../format.ts";
import { addDays, periodAt, type CalendarDate } from "./billing-dates.ts";
import {
  isAccepted,
  type Cancellation,
  type ContractDocument,
  type StoredSchedule,
} from "./contract-document.ts";
import { declinedRenewals } from "./declined.ts";
import type { PaymentFrequency } from "./frequency.ts";
import { inOrder } from "./history.ts";
import { openCents } from "./invoice-state.ts";
import { formatCents, sumCents } from "./money.ts";

/** Subscription statuses in which Stripe still charges. */
export const RUNNING_STATUSES: readonly string[] = ["active", "past_due", "unpaid", "trialing", "paused"];

type Cancellable = Pick<
  ContractDocument,
  "status" | "date" | "payment" | "subscription" | "cancellation" | "invoices" | "history"
>;

/** Whether the recurring services are charged by subscription, rather than by invoice. */
export const isByCard = ({ payment }: Pick<ContractDocument, "payment">): boolean =>
  payment.paymentMethod === "stripe";

/** Whether recurring services of a contract go on, or would if nobody had cancelled them. */
export function isRunning(contract: Cancellable): boolean {
  const { payment, subscription, cancellation } = contract;
  if (!isAccepted(contract) || payment.schedule.length === 0 || cancellation?.endedAt) return false;
  return isByCard(contract) ? RUNNING_STATUSES.includes(subscription?.status ?? "") : true;
}

export const canCancel = (contract: Cancellable): boolean => isRunning(contract) && !contract.cancellation;

/** Whether another invoice will follow, which uses a credit. Otherwise the credit has to be refunded. */
export const hasNextInvoice = (contract: Cancellable): boolean => canCancel(contract) && !isByCard(contract);

/** Whether a cancellation can be taken back: until the first of the services ends. */
export function canRevoke(contract: Cancellable, today: CalendarDate): boolean {
  return isRunning(contract) && !!contract.cancellation && today < contract.cancellation.revocableUntil;
}

/** Whether the client can take it back: not what an admin or Stripe has cancelled. */
export const canClientRevoke = (contract: Cancellable, today: CalendarDate): boolean =>
  contract.cancellation?.by === "client" && canRevoke(contract, today);

/** Whether a cancellation ends services today, because their last renewal was not paid. */
export const endsAtOnce = (contract: Cancellable): boolean =>
  isByCard(contract) && contract.subscription?.status !== "active";

type Dated = StoredSchedule & { nextDate: CalendarDate };

/** The first invoice of a contract, which all periods are counted from; undefined before it is issued. */
export const firstInvoiceOf = ({ invoices = [] }: Pick<ContractDocument, "invoices">) =>
  invoices.find(({ kind, frequency }) => kind === "invoice" && frequency === "");

/** The day from which periods are counted: that of the first invoice or charge, else the contract's own. */
export function startOf({
  date,
  invoices = [],
  history = [],
}: Pick<ContractDocument, "date" | "invoices" | "history">): CalendarDate {
  const first = firstInvoiceOf({ invoices });
  const [charged] = inOrder(history.filter(({ kind }) => kind === "charged"));
  return first?.periodStart ?? (charged ? dateOf(new Date(charged.at)) : date);
}

/** Returns the schedule with a next date in every entry; those of a contract by invoice follow from its first one. */
export function datedSchedule(
  contract: Pick<ContractDocument, "date" | "payment" | "invoices" | "history">,
  today: CalendarDate,
): Dated[] {
  return contract.payment.schedule.map((entry) => ({
    ...entry,
    nextDate: entry.nextDate ?? periodAt(startOf(contract), entry.months, today).end,
  }));
}

/** Returns the schedule of a contract after which nothing follows. */
export const endedSchedule = (schedule: readonly StoredSchedule[]): StoredSchedule[] =>
  schedule.map(({ _key, frequency, months, amountCents }) => ({ _key, frequency, months, amountCents }));

/** Returns the schedule with the next dates of a subscription's items: each frequency has its own. */
export function datesFrom(
  schedule: readonly StoredSchedule[],
  items: readonly { months: number; periodEnd: Date }[],
): StoredSchedule[] {
  return endedSchedule(schedule).map((entry) => {
    const [end] = items
      .filter(({ months }) => months === entry.months)
      .map(({ periodEnd }) => dateOf(periodEnd))
      .toSorted();
    return end ? { ...entry, nextDate: end } : entry;
  });
}

/**
 * Returns the frequencies whose latest renewal was declined and is unpaid: their periods began when the card was declined. All others
 * are paid ahead.
 */
export function unpaidFrequencies(
  contract: Pick<ContractDocument, "date" | "payment" | "invoices" | "history">,
): ReadonlySet<PaymentFrequency> {
  const startedOn = startOf(contract);
  const begun = declinedRenewals(contract).flatMap(({ declinedOn }) => {
    // In winter a period that begins at night can begin one day earlier.
    const day = addDays(declinedOn, 1);
    const starts = contract.payment.schedule.map(({ frequency, months }) => ({
      frequency,
      start: periodAt(startedOn, months, day).start,
    }));
    const last = starts
      .map(({ start }) => start)
      .toSorted()
      .at(-1);
    return starts.filter(({ start }) => start === last).map(({ frequency }) => frequency);
  });
  return new Set(begun);
}

interface CancellationRequest {
  /** `client`, `Stripe`, or the admin's email. */
  by: string;
  now: Date;
  /** Ends today, not with the paid period. */
  atOnce?: boolean;
}

/**
 * Returns the cancellation of a running contract. Every service goes on until the end of the period that is paid; one whose
 * renewal was declined is not paid, so it ends today.
 */
export function newCancellation(
  contract: Cancellable,
  { by, now, atOnce = false }: CancellationRequest,
): Cancellation {
  const today = dateOf(now);
  const unpaid = unpaidFrequencies(contract);
  const isOver = (frequency: PaymentFrequency) =>
    atOnce || (endsAtOnce(contract) && (unpaid.size === 0 || unpaid.has(frequency)));
  const ends = datedSchedule(contract, today).map(({ frequency, nextDate }) => ({
    _key: frequency,
    frequency,
    endsOn: isOver(frequency) || nextDate < today ? today : nextDate,
  }));
  const dates = ends.map(({ endsOn }) => endsOn).toSorted();
  return {
    requestedAt: now.toISOString(),
    by,
    endsOn: dates.at(-1) ?? today,
    ends,
    revocableUntil: dates[0] ?? today,
    // A contract by invoice has nobody else to tell.
    confirmedAt: isByCard(contract) ? "" : now.toISOString(),
    endedAt: "",
  };
}

/** The last day on which a client has a service that is cancelled. */
export interface ServiceEnd {
  service: string;
  lastDay: CalendarDate;
  /** Whether it has ended. Absent in emails that were queued by earlier versions. */
  isOver?: boolean;
}

type Ending = Pick<ContractDocument, "lines">;

const requestedOn = ({ requestedAt }: Pick<Cancellation, "requestedAt">): CalendarDate =>
  requestedAt && dateOf(new Date(requestedAt));

/** Whether services ended on the day of their cancellation, rather than at the end of a period. */
export const isAtOnce = (endsOn: CalendarDate, cancellation: Pick<Cancellation, "requestedAt">): boolean =>
  endsOn <= requestedOn(cancellation);

/**
 * Returns the last day of services that end on a date: the day before, or that of the cancellation when they ended with it.
 * Every page, email and dialog takes it from here.
 */
export function lastDayOf(
  endsOn: CalendarDate,
  cancellation: Pick<Cancellation, "requestedAt">,
): CalendarDate {
  const dayBefore = addDays(endsOn, -1);
  const earliest = requestedOn(cancellation);
  return earliest > dayBefore ? earliest : dayBefore;
}

/**
 * Returns the last day of each recurring service after a cancellation. Services that are paid ahead go on after a subscription that
 * ended because another service was not paid.
 */
export function serviceEnds(
  { lines }: Ending,
  cancellation: Cancellation,
  today: CalendarDate,
): Required<ServiceEnd>[] {
  const { ends = [], endsOn, endedAt } = cancellation;
  const lastDay = (frequency: PaymentFrequency) =>
    lastDayOf(ends.find((one) => one.frequency === frequency)?.endsOn ?? endsOn, cancellation);
  return lines.flatMap(({ title, frequency }) => {
    if (!frequency) return [];
    const last = lastDay(frequency);
    return [{ service: title, lastDay: last, isOver: endedAt !== "" && last <= today }];
  });
}

/** `until July 30, 2027`, or `ended July 30, 2027`. */
export const endText = ({ lastDay, isOver = false }: ServiceEnd): string =>
  `${isOver ? "ended" : "until"} ${formatDate(lastDay)}`;

/** Returns the invoices that are still to be paid, whatever was cancelled, the oldest first. */
export function owedInvoices({ invoices = [] }: Pick<ContractDocument, "invoices">) {
  return invoices
    .map((invoice) => ({ number: invoice.number, cents: openCents(invoice), dueOn: invoice.dueOn }))
    .filter(({ cents }) => cents > 0);
}

export type OwedInvoice = ReturnType<typeof owedInvoices>[number];

/** Returns `That is $1,128.00 in all.` for several invoices, else an empty list. */
export const owedSum = (owed: readonly OwedInvoice[]): string[] =>
  owed.length > 1 ? [`That is ${formatCents(sumCents(owed, ({ cents }) => cents))} in all.`] : [];
