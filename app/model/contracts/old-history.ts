import type { ContractDocument, InvoiceSummary } from "./contract-document.ts";
import type { ContractEvent, EventKind } from "./history.ts";

// Contracts that were stored before 2026-11-23 say in the keys and notes of their events what fields say since. This file is the only one
// that reads it there: for `npm run upgrade`, and for a contract that was not upgraded. It goes with the release after next.

const ABOUT_INVOICE = new Set<EventKind>([
  "invoiced",
  "invoice-voided",
  "credited",
  "received",
  "invoice-reminded",
]);
const RENEWS_ON = /^reminder-(\d{4}-\d{2}-\d{2})$/;

/** The note begins with the number; the key may end with it, or with Stripe's id of the invoice. */
function numberIn(
  { note = "", _key }: ContractEvent,
  invoices: readonly InvoiceSummary[],
): string | undefined {
  const [named = ""] = note.split(/[ ,:]/, 1);
  const isInKey = ({ number, hosted }: InvoiceSummary) =>
    _key.includes(`-${number}`) || (hosted !== undefined && _key.endsWith(`-${hosted.id}`));
  return (invoices.find(({ number }) => number === named) ?? invoices.find(isInKey))?.number;
}

function withFacts(event: ContractEvent, invoices: readonly InvoiceSummary[]): ContractEvent {
  const { kind, _key } = event;
  if (ABOUT_INVOICE.has(kind) && event.invoice === undefined) {
    const invoice = numberIn(event, invoices);
    return invoice === undefined ? event : { ...event, invoice };
  }
  if (kind === "renewal-reminded" && event.date === undefined) {
    const date = RENEWS_ON.exec(_key)?.[1];
    return date === undefined ? event : { ...event, date };
  }
  const isByHand = kind === "refunded" && !event.byHand && _key.startsWith("refund-by-hand-");
  return isByHand ? { ...event, byHand: true } : event;
}

/**
 * Returns the history with the money of each hosted invoice once: paid by card, it got `charged` and `received`. The second stays,
 * with the card of the first.
 */
function withMoneyOnce(history: ContractEvent[], invoices: readonly InvoiceSummary[]): ContractEvent[] {
  const hosted = new Set(invoices.flatMap(({ number, hosted: page }) => (page ? [number] : [])));
  if (hosted.size === 0) return history;
  return history
    .filter(({ kind }) => kind === "charged")
    .reduce((events, charge) => {
      const index = events.findIndex(
        ({ kind, card, invoice = "", amountCents }) =>
          kind === "received" && !card && hosted.has(invoice) && amountCents === charge.amountCents,
      );
      const { card = { brand: "", last4: "" }, note } = charge;
      return index === -1
        ? events
        : events
            .with(index, { ...(events[index] as ContractEvent), card, ...(note ? { note } : {}) })
            .filter((event) => event !== charge);
    }, history);
}

/**
 * Returns the history of a contract with the facts of each event in fields, and money once; the same array when they are so.
 */
export function upgradedHistory({
  history = [],
  invoices = [],
}: Pick<ContractDocument, "history" | "invoices">): ContractEvent[] {
  const upgraded = withMoneyOnce(
    history.map((event) => withFacts(event, invoices)),
    invoices,
  );
  return upgraded.some((event, index) => event !== history[index]) ? upgraded : history;
}
