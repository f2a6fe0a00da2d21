import type {
  ContractDocument,
  ContractPayment,
  InvoiceSummary,
  PaymentStatus,
} from "./contract-document.ts";
import { eventCents, inOrder, withEvent, type ContractEvent } from "./history.ts";
import { completedFields, openCents, replaced, withReceived } from "./invoice-state.ts";
import { sumCents, type Cents } from "./money.ts";
import { ownReceivedCents } from "./own-invoices.ts";

// What came in beyond what was owed stays with the contract as a credit, which pays its invoices. It follows from the history:
// `credit-kept` and `credit-freed` add to it, `credit-used` pays an invoice, and what is paid back comes off it first.

type WithHistory = Pick<ContractDocument, "history">;

export interface Booked {
  invoices: InvoiceSummary[];
  history: ContractEvent[];
}

/** Returns the fields of a contract whose invoices and history have changed: it is completed when nothing of it is open. */
export const bookedFields = (status: PaymentStatus, booked: Booked) => ({
  ...booked,
  ...completedFields(status, booked.invoices),
});

/** Returns the credit that is left of a contract. */
export function creditCents({ history = [] }: WithHistory): Cents {
  let freedAt = "";
  // What a credit note frees is without the refunds known then. One that is told later takes of it, whatever its time.
  const events = history.map((event) => {
    if (event.kind === "credit-freed") freedAt = event.at;
    return event.kind === "refunded" && event.at < freedAt ? { ...event, at: freedAt } : event;
  });
  return inOrder(events).reduce((left, { kind, amountCents = 0 }) => {
    if (kind === "credit-kept" || kind === "credit-freed") return left + amountCents;
    return kind === "credit-used" || kind === "refunded" ? Math.max(0, left - amountCents) : left;
  }, 0);
}

/** Returns what was received of a contract by invoice: for its invoices, and kept as a credit that none of them has used. */
export function receivedTotal({
  invoices = [],
  history = [],
}: Pick<ContractDocument, "invoices" | "history">): Cents {
  const ofKind = (kind: ContractEvent["kind"]) => eventCents(history.filter((event) => event.kind === kind));
  return (
    sumCents(invoices, ({ receivedCents }) => receivedCents) +
    ofKind("credit-kept") -
    ofKind("credit-used") +
    ownReceivedCents({ history })
  );
}

/** Applies an amount to invoices in the given order. Returns what each gets, and the rest. */
export function spreadPayment(invoices: readonly InvoiceSummary[], amountCents: Cents) {
  let leftCents = amountCents;
  const parts = invoices.flatMap((invoice) => {
    const usedCents = Math.min(leftCents, openCents(invoice));
    if (usedCents <= 0) return [];
    leftCents -= usedCents;
    return [{ invoice: invoice.number, amountCents: usedCents, openCents: openCents(invoice) - usedCents }];
  });
  return { parts, leftCents };
}

/**
 * Returns invoices and history after money came in for an invoice, or for several (`numbers`), the oldest first. What they do not need
 * is a credit.
 */
export function withPayment(
  { invoices, history }: Booked,
  received: ContractEvent,
  numbers: readonly string[] = [received.invoice ?? ""],
): Booked {
  const { _key, amountCents = 0 } = received;
  const paid = invoices.filter(({ number }) => numbers.includes(number));
  const spread = spreadPayment(paid, amountCents);
  const parts = spread.parts.map(({ invoice, amountCents: cents }) => ({
    _key: invoice,
    invoice,
    amountCents: cents,
  }));
  const changed = invoices.map((invoice) => {
    const part = parts.find((one) => one.invoice === invoice.number);
    return part ? withReceived(invoice, part.amountCents) : invoice;
  });
  const event = parts.length > 1 ? { ...received, parts } : received;
  const kept = { ...received, _key: `credit-kept-${_key}`, kind: "credit-kept" } as const;
  const credit = { ...kept, note: numbers.join(", "), amountCents: spread.leftCents };
  return { invoices: changed, history: [...history, event, ...(spread.leftCents > 0 ? [credit] : [])] };
}

/** Returns what a credit note has freed: paid beyond what is owed now, neither paid back nor a credit already. */
export function freedCents(booked: Booked, refundedCents: Cents): Cents {
  const issued = booked.invoices.filter(({ kind, status }) => kind === "invoice" && status !== "void");
  const owed = sumCents(
    issued,
    (invoice) => invoice.totalCents - (invoice.creditedCents ?? 0) - openCents(invoice),
  );
  const receivedCents = receivedTotal(booked) - ownReceivedCents(booked);
  return Math.max(0, receivedCents - refundedCents - owed - creditCents(booked));
}

/**
 * Returns invoices and history after the credit has paid open invoices, the oldest first. Money that is about to be refunded pays nothing.
 */
export function withCreditUsed(
  { invoices, history }: Booked,
  event: Pick<ContractEvent, "at" | "nonce">,
  { pendingRefunds = [] }: Pick<ContractPayment, "pendingRefunds"> = {},
): Booked {
  const pendingCents = sumCents(pendingRefunds, ({ amountCents }) => amountCents);
  return invoices.reduce(
    (state, invoice) => {
      const amountCents = Math.min(creditCents(state) - pendingCents, openCents(invoice));
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
