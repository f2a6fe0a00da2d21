import type Stripe from "stripe";
import { type CalendarDate } from "../../../model/contracts/billing-dates.ts";
import { hasNextInvoice } from "../../../model/contracts/cancellation.ts";
import type { InvoiceSummary } from "../../../model/contracts/contract-document.ts";
import {
  bookedFields,
  freedCents,
  receivedTotal,
  spreadPayment,
  withCreditUsed,
  withPayment,
  type Booked,
} from "../../../model/contracts/credit.ts";
import { hasEvent, withEvent, type ContractEvent } from "../../../model/contracts/history.ts";
import { creditNote, invoicedContent } from "../../../model/contracts/invoice-content.ts";
import { creditableCents, openCents, replaced, withCredit } from "../../../model/contracts/invoice-state.ts";
import { formatCents, sumCents, type Cents } from "../../../model/contracts/money.ts";
import { OWN_INVOICES, ownFields, ownOpenCents } from "../../../model/contracts/own-invoices.ts";
import { BY_HAND_NAME } from "../../../model/contracts/pay-by.ts";
import { formatDay } from "../../../model/format.ts";
import { AppError, isAppError } from "../../../platform/errors.ts";
import { endCheckout } from "../../payment/checkout.server.ts";
import { reconcileContract } from "../../payment/reconcile.server.ts";
import {
  changeSeenContract,
  type ContractChange,
  type StoredContract,
} from "../../store/contract-store.server.ts";
import type { InvoiceSettings } from "./invoice-settings-query.ts";
import { issueChange, issuedEvent, type IssueDeps } from "./issue.server.ts";
import { OLDEST, type PaymentPreview } from "./payment-preview.ts";

export interface ChangeDeps extends IssueDeps {
  stripe: Stripe | null;
}

/** What an admin does with an invoice. */
export type InvoiceChange =
  /** `creditCents`: what of it the admin agreed to keep as a credit. */
  | { kind: "receive"; amountCents: Cents; receivedOn: CalendarDate; cheque: string; creditCents?: Cents }
  | { kind: "void"; reason: string }
  | { kind: "credit"; amountCents: Cents; reason: string };

export interface ChangeRequest {
  contractId: string;
  rev: string;
  number: string;
  change: InvoiceChange;
  /** Email of the admin. */
  by: string;
  /** New with each load of the page, so that pressing a button twice counts once. */
  nonce: string;
}

/**
 * As of `changeSeenContract`. `too-much`: more than is open, without agreeing to keep just that as a credit, or more than can be credited. `closed`: the invoice is void, or
 * has received money.
 */
export type ChangeOutcome = "done" | "conflict" | "too-much" | "closed" | "missing";

const EVENT_KEYS = { receive: "received", void: "invoice-voided", credit: "credited" } as const;

/** Returns the invoices that a payment is for: the one with the number, or all open ones for `OLDEST`. */
function paidBy({ invoices = [] }: StoredContract, number: string): InvoiceSummary[] {
  const all = invoices.filter(({ kind }) => kind === "invoice");
  return all.filter((invoice) => (number === OLDEST ? openCents(invoice) > 0 : invoice.number === number));
}

/** Returns how much a payment exceeds the open amount of its invoices. */
const surplusOf = (paid: readonly InvoiceSummary[], amountCents: Cents): Cents =>
  Math.max(0, amountCents - sumCents(paid, openCents));

/** Returns which invoices a payment would pay. `number`: an invoice, `OLDEST` or `OWN_INVOICES`. */
export function previewPayment(contract: StoredContract, number: string, amountCents: Cents): PaymentPreview {
  const follows = { hasNextInvoice: hasNextInvoice(contract) };
  if (number === OWN_INVOICES) {
    const open = ownOpenCents(contract);
    const paidCents = Math.min(open, amountCents);
    const parts = [{ invoice: OWN_INVOICES, amountCents: paidCents, openCents: open - paidCents }];
    return { amountCents, parts, leftCents: amountCents - paidCents, surplusCents: 0, ...follows };
  }
  const paid = paidBy(contract, number);
  const others = (contract.invoices ?? []).filter((invoice) => !paid.includes(invoice));
  const spread = spreadPayment([...paid, ...others], amountCents);
  return { amountCents, ...spread, surplusCents: surplusOf(paid, amountCents), ...follows };
}

/** Returns why invoices do not take a change, or null when they do. Only a payment is for several. */
function obstacle(paid: readonly InvoiceSummary[], change: InvoiceChange): ChangeOutcome | null {
  const [invoice] = paid;
  if (!invoice) return "missing";
  if (change.kind === "credit") {
    if (invoice.status === "void") return "closed";
    return change.amountCents > creditableCents(invoice) ? "too-much" : null;
  }
  if (change.kind === "void") return invoice.status !== "open" || invoice.receivedCents > 0 ? "closed" : null;
  if (invoice.status !== "open" && invoice.status !== "paid") return "closed";
  const surplus = surplusOf(paid, change.amountCents);
  return surplus === 0 || surplus === change.creditCents ? null : "too-much";
}

type Payment = Extract<InvoiceChange, { kind: "receive" }>;

/** Returns the event of a payment. `numbers`: its invoices; empty for those that the owner sends. */
function receivedEvent(
  { amountCents, receivedOn, cheque }: Payment,
  event: Omit<ContractEvent, "kind">,
  numbers: readonly string[] = [],
  creditCents = 0,
): ContractEvent {
  const note = [
    ...numbers,
    cheque && `${BY_HAND_NAME} ${cheque}`,
    `received ${formatDay(receivedOn)}`,
    creditCents > 0 && `${formatCents(creditCents)} kept as a credit`,
  ];
  return {
    ...event,
    kind: "received",
    amountCents,
    date: receivedOn,
    ...(cheque ? { cheque } : {}),
    note: note.filter(Boolean).join(", "),
  };
}

/** Records money for what the owner has invoiced, no more than is still to pay. */
function receiveOwn(
  contract: StoredContract,
  change: InvoiceChange,
  event: Omit<ContractEvent, "kind">,
): ContractChange | ChangeOutcome {
  const open = ownOpenCents(contract);
  if (change.kind !== "receive") return "missing";
  if (open === 0) return "closed";
  if (change.amountCents > open) return "too-much";
  const history = withEvent(contract.history, receivedEvent(change, event));
  const receivedAmount = receivedTotal({ ...contract, history });
  return { fields: { ...ownFields(contract, history), "payment.receivedAmount": receivedAmount } };
}

function receive(
  contract: StoredContract,
  paid: readonly InvoiceSummary[],
  payment: Payment,
  event: Omit<ContractEvent, "kind">,
): ContractChange {
  const { parts, leftCents } = spreadPayment(paid, payment.amountCents);
  // A payment for an invoice that is already paid becomes a credit.
  const numbers = parts.length > 0 ? parts.map((part) => part.invoice) : paid.map(({ number }) => number);
  const received = receivedEvent(payment, event, numbers, leftCents);
  const { invoices = [], history = [] } = contract;
  const booked = withPayment({ invoices, history }, received, numbers);
  const changed = withCreditUsed(booked, event, contract.payment);
  return {
    fields: { ...bookedFields(contract.status, changed), "payment.receivedAmount": receivedTotal(changed) },
  };
}

/** Returns invoices and history after a credit note. What was paid of its invoice becomes a credit. */
function freed({ payment }: StoredContract, booked: Booked, event: Omit<ContractEvent, "kind">): Booked {
  const amountCents = freedCents(booked, payment.refundedAmount ?? 0);
  if (amountCents === 0) return booked;
  const _key = `credit-freed-${event.nonce}`;
  const kept = { ...event, _key, kind: "credit-freed", amountCents, note: event.invoice ?? "" } as const;
  return withCreditUsed({ ...booked, history: [...booked.history, kept] }, event, payment);
}

/** A note that was entered by a person, after the number that it is about. */
const noteOf = (number: string, reason: string): string => `${number}: ${reason}`;

/** Whether the client of an open invoice pays it by card just now. If not, the page to pay it takes nothing from here on. */
async function isBeingPaid({ stripe }: ChangeDeps, { status, checkout }: InvoiceSummary): Promise<boolean> {
  if (!stripe || !checkout || status !== "open") return false;
  return !(await endCheckout(stripe, checkout.id).catch((cause: unknown) => {
    throw new AppError("unavailable", "Stripe does not say whether the invoice is being paid.", { cause });
  }));
}

/** Updates the refunds of a contract from Stripe. A credit note must not free money that was already refunded. */
async function readRefunds({ stripe, ...store }: ChangeDeps, id: string): Promise<void> {
  if (!stripe) return;
  await reconcileContract(store, stripe, id).catch((cause: unknown) => {
    if (isAppError(cause)) throw cause;
    throw new AppError("unavailable", "Stripe does not say what was refunded.", { cause });
  });
}

/**
 * Changes an invoice once, however often it is asked for. Returns the contract as it is afterwards. Throws an AppError when
 * the store does not answer, or Stripe while the invoice has a page to pay it by card or a card's payment is credited.
 */
export async function changeInvoice(
  deps: ChangeDeps,
  settings: InvoiceSettings,
  request: ChangeRequest,
): Promise<{ outcome: ChangeOutcome; contract: StoredContract | null }> {
  const { contractId: id, rev, number, change, by, nonce } = request;
  const _key = `${EVENT_KEYS[change.kind]}-${nonce}`;
  const isMade = ({ history }: StoredContract) => hasEvent(history, _key);
  if (change.kind === "credit") await readRefunds(deps, id);
  return changeSeenContract<ChangeOutcome>(deps, { id, rev, isMade }, async (contract) => {
    const made = { _key, at: deps.clock().toISOString(), by, nonce };
    if (number === OWN_INVOICES) return receiveOwn(contract, change, made);
    if (number === OLDEST && change.kind !== "receive") return "missing";
    const paid = paidBy(contract, number);
    const [invoice] = paid;
    const problem = obstacle(paid, change);
    if (!invoice || problem) return problem ?? "missing";
    // A credit pays other open invoices, too.
    const isForAll = change.kind !== "void" && change.amountCents > openCents(invoice);
    for (const one of isForAll ? (contract.invoices ?? []) : [invoice])
      if (await isBeingPaid(deps, one)) return "conflict";
    const event = { ...made, invoice: invoice.number };
    if (change.kind === "receive") return receive(contract, paid, change, event);
    if (change.kind === "void") {
      const note = noteOf(number, change.reason);
      const history = withEvent(contract.history, {
        ...event,
        kind: "invoice-voided",
        amountCents: openCents(invoice),
        note,
      });
      const invoices = replaced(contract.invoices ?? [], { ...invoice, status: "void" });
      return { fields: bookedFields(contract.status, { invoices, history }) };
    }
    const { amountCents, reason } = change;
    const credit = {
      ...creditNote(number, amountCents, invoicedContent(contract, invoice), invoice.creditedCents),
      kind: "credit-note",
      credits: number,
      reason,
    } as const;
    return issueChange(deps, settings, contract, credit, (issued) => {
      const credited = replaced(contract.invoices ?? [], withCredit(invoice, amountCents));
      const issue = issuedEvent(issued, deps.clock(), {
        ...event,
        invoice: issued.number,
        note: noteOf(`${issued.number} for ${number}`, reason),
      });
      const booked = { invoices: [...credited, issued], history: withEvent(contract.history, issue) };
      return { fields: bookedFields(contract.status, freed(contract, booked, event)) };
    });
  });
}
