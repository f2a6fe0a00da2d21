import type { ContractDocument, InvoiceSummary } from "./contract-document.ts";
import { inOrder, withEvent, type ContractEvent } from "./history.ts";
import { openCents, replaced, withReceived } from "./invoice-state.ts";
import { sumCents, type Cents } from "./money.ts";

// What came in beyond what was owed stays with the contract as a credit, which pays its invoices. It follows from the history:
// `credit-kept` adds to it, `credit-used` pays an invoice, and what is paid back by hand comes off it first.

type WithHistory = Pick<ContractDocument, "history">;

/** Returns the credit that is left of a contract. */
export function creditCents({ history = [] }: WithHistory): Cents {
  return inOrder(history).reduce((left, { kind, amountCents = 0, byHand }) => {
    if (kind === "credit-kept") return left + amountCents;
    const isTaken = kind === "credit-used" || (kind === "refunded" && byHand);
    return isTaken ? Math.max(0, left - amountCents) : left;
  }, 0);
}

/** Returns what was received of a contract by invoice: for its invoices, and kept as a credit that no invoice has used. */
export function receivedTotal({
  invoices = [],
  history = [],
}: Pick<ContractDocument, "invoices" | "history">): Cents {
  const ofKind = (kind: ContractEvent["kind"]) =>
    sumCents(
      history.filter((event) => event.kind === kind),
      ({ amountCents = 0 }) => amountCents,
    );
  return (
    sumCents(invoices, ({ receivedCents }) => receivedCents) + ofKind("credit-kept") - ofKind("credit-used")
  );
}

/** Returns invoices and history after the credit has paid what is open, the oldest invoice first. Stripe's own take none. */
export function withCreditUsed(
  invoices: InvoiceSummary[],
  history: ContractEvent[],
  event: Pick<ContractEvent, "at" | "nonce">,
): { invoices: InvoiceSummary[]; history: ContractEvent[] } {
  return invoices.reduce(
    (state, invoice) => {
      const amountCents = Math.min(creditCents(state), invoice.hosted ? 0 : openCents(invoice));
      if (amountCents <= 0) return state;
      const { number } = invoice;
      const _key = `credit-used-${number}-${event.nonce ?? event.at}`;
      const used = {
        ...event,
        _key,
        kind: "credit-used",
        amountCents,
        invoice: number,
        note: number,
      } as const;
      return {
        invoices: replaced(state.invoices, withReceived(invoice, amountCents)),
        history: withEvent(state.history, used),
      };
    },
    { invoices, history },
  );
}
