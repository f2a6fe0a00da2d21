import { isDeepStrictEqual } from "node:util";
import type Stripe from "stripe";
import {
  changeContract,
  type ContractChange,
  type ContractStore,
  type StoredContract,
} from "../store/contract-store.server.ts";
import { isAccepted } from "../../model/contracts/contract-document.ts";
import { nameOfCard } from "../../model/contracts/card.ts";
import { hasEvent, type ContractEvent } from "../../model/contracts/history.ts";
import { bookedFields, receivedTotal, withPayment, type Booked } from "../../model/contracts/credit.ts";
import { accountEvents, cancellationChange, withEvents } from "./provider-events.ts";
import {
  idOf,
  NO_ACCOUNT,
  readAccount,
  readProvider,
  type ProviderAccount,
  type ProviderState,
} from "./provider-state.server.ts";
import { datesFrom, endedSchedule } from "../../model/contracts/cancellation.ts";
import { valueAt } from "../../model/field.ts";
import { sumCents } from "../../model/contracts/money.ts";
import { byHandRefunded } from "../../model/contracts/payments.ts";

const EMPTY = new Set<unknown>([0, false, "", null]);

/** An absent field equals an empty one. */
function same(current: unknown, wanted: unknown): boolean {
  return current === undefined ? EMPTY.has(wanted) : isDeepStrictEqual(current, wanted);
}

/** Returns the fields (by path) in which a document differs from `wanted`, or null when there are none. */
export function changedFields(
  document: object,
  wanted: Record<string, unknown>,
): Record<string, unknown> | null {
  const changed = Object.entries(wanted).filter(([path, value]) => !same(valueAt(document, path), value));
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Reads a hosted invoice and what its customer was charged; null when it belongs to another contract. */
export async function readHostedInvoice(stripe: Stripe, invoiceId: string, contractId: string) {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ["payments"] });
  if (invoice.metadata?.contractId !== contractId) return null;
  const paid = invoice.payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent;
  const paymentIntent = idOf(paid);
  const customer = idOf(invoice.customer);
  const account = customer ? await readAccount(stripe, customer, null) : NO_ACCOUNT;
  const status = invoice.status ?? "draft";
  const paidAt = invoice.status_transitions.paid_at ?? invoice.created;
  const number = invoice.number ?? invoiceId;
  const card = account.charges.find(
    ({ id, succeeded }) => succeeded && paymentIntent !== "" && id === paymentIntent,
  )?.card;
  const received: ContractEvent = {
    _key: `received-${invoiceId}`,
    at: new Date(paidAt * 1000).toISOString(),
    kind: "received",
    amountCents: invoice.amount_paid,
    invoice: number,
    note: card ? `${number}, ${nameOfCard(card)}` : number,
    ...(card ? { card } : {}),
  };
  return {
    id: invoiceId,
    /** `draft`, `open`, `paid`, `uncollectible` or `void`. */
    status,
    /** Page to see and pay it; `""` once it is void. */
    url: status === "void" ? "" : (invoice.hosted_invoice_url ?? ""),
    /** `""` while it is unpaid, or when it was paid outside Stripe. */
    paymentIntent,
    received: status === "paid" ? received : null,
    customer,
    account,
  };
}

type HostedInvoice = NonNullable<Awaited<ReturnType<typeof readHostedInvoice>>>;

type Fields = Record<string, unknown>;

function changeTo(contract: StoredContract, wanted: Fields): ContractChange | null {
  const fields = changedFields(contract, wanted);
  return fields && { fields };
}

/** The fields that say what was given back. */
function refundFields(contract: StoredContract, { charges, refunds, disputes }: ProviderAccount): Fields {
  const { pendingRefunds = [] } = contract.payment;
  const pending = pendingRefunds.filter(({ _key }) => !refunds.some(({ nonce }) => nonce === _key));
  return {
    ...(pending.length < pendingRefunds.length ? { "payment.pendingRefunds": pending } : {}),
    "payment.refundedAmount":
      sumCents(charges, ({ refundedCents }) => refundedCents) + byHandRefunded(contract),
    "payment.disputed": disputes.some(({ status }) => status !== "won" && status !== "warning_closed"),
  };
}

/** The fields that say what was charged and given back. */
function accountFields(
  contract: StoredContract,
  { subscription, ...account }: ProviderAccount & { subscription?: ProviderState["subscription"] },
): Fields {
  const paid = account.charges.filter(({ succeeded }) => succeeded);
  const card = subscription?.card ?? paid.at(-1)?.card;
  return {
    ...(paid.length > 0
      ? { "payment.receivedAmount": sumCents(paid, ({ amountCents }) => amountCents) }
      : {}),
    ...(card ? { "payment.card": card } : {}),
    ...refundFields(contract, account),
  };
}

/** Returns invoices and history of a contract by invoice after the charges that paid invoices of ours. */
function withCharges({ invoices, history }: Booked, { charges }: ProviderAccount): Booked {
  const paid = charges.filter(
    ({ id, succeeded, invoice }) =>
      succeeded && invoices.some(({ number }) => number === invoice) && !hasEvent(history, `received-${id}`),
  );
  return paid.reduce(
    (state, { id, at: paidAt, amountCents, invoice, card }) => {
      const name = (card && nameOfCard(card)) || "Card";
      const event = { _key: `received-${id}`, at: paidAt, kind: "received", amountCents, invoice } as const;
      return withPayment(state, {
        ...event,
        card: card ?? { brand: "", last4: "" },
        note: `${invoice}, ${name}`,
      });
    },
    { invoices, history },
  );
}

/**
 * The fields of a hosted invoice. Paid by any means, its contract is completed unless another invoice is open; one that is void or
 * uncollectible can still be paid by cheque.
 */
function hostedFields(
  { invoices = [] }: StoredContract,
  { id, status, url, paymentIntent, account }: HostedInvoice,
): Fields {
  const isOwed = invoices.some(
    (known) => known.kind === "invoice" && known.status === "open" && known.hosted?.id !== id,
  );
  const card = account.charges.findLast(({ succeeded }) => succeeded)?.card;
  return {
    "payment.hostedInvoiceId": id,
    "payment.hostedInvoiceStatus": status,
    "payment.hostedInvoiceUrl": url,
    ...(status === "paid"
      ? {
          ...(isOwed ? {} : { status: "completed", "payment.paymentStatus": "completed" }),
          "payment.stripePaymentIntent": paymentIntent,
          ...(paymentIntent && card ? { "payment.card": card } : {}),
        }
      : {}),
  };
}

/** Returns the fields of a contract by invoice for what its client has paid at Stripe: its hosted invoice, and invoices of ours by card. */
function invoicedFields(
  contract: StoredContract,
  hosted: HostedInvoice | null,
  account: ProviderAccount,
): Fields {
  const { invoices = [], history = [] } = contract;
  const booked = withCharges({ invoices, history }, account);
  const hasBooked = booked.history.length > history.length;
  const received = hosted?.received;
  const listed = invoices.find((known) => known.hosted && known.hosted.id === hosted?.id);
  // Money stands in the history once: that of an invoice in the list comes with its new state (syncHostedInvoices).
  const unlistedCents = received && listed?.status !== "paid" ? (received.amountCents ?? 0) : 0;
  const events = accountEvents({ ...account, charges: [] });
  const next = withEvents(booked, received && !listed ? [...events, received] : events);
  return {
    ...(hasBooked ? bookedFields(contract.status, booked) : {}),
    ...(hasBooked || received ? { "payment.receivedAmount": receivedTotal(booked) + unlistedCents } : {}),
    ...(hosted ? hostedFields(contract, hosted) : {}),
    ...refundFields(contract, account),
    ...(next.length > 0 ? { history: next } : {}),
  };
}

const UNPAID = new Set(["past_due", "unpaid"]);

/** The fields of a subscription: next dates, failed renewal, end. */
function subscriptionFields(contract: StoredContract, provider: ProviderState, now: Date): Fields {
  const { subscription, charges } = provider;
  const events = accountEvents(provider);
  if (!subscription || provider.paymentStatus !== "completed")
    return { history: withEvents(contract, events) };
  const { cancellation, event } = cancellationChange(contract, subscription, now);
  const failed = charges.findLast(({ succeeded, isRenewal }) => isRenewal && !succeeded);
  const { schedule, chargeFailedAt } = contract.payment;
  const known = chargeFailedAt || now.toISOString();
  return {
    cancellation,
    "payment.schedule": cancellation ? endedSchedule(schedule) : datesFrom(schedule, subscription.items),
    "payment.chargeFailedAt": UNPAID.has(subscription.status) ? (failed?.at ?? known) : "",
    history: withEvents(contract, event ? [...events, event] : events),
  };
}

/** Returns the fields of a contract for the state of its card payment. */
export function chargedFields(contract: StoredContract, provider: ProviderState, now: Date): Fields {
  const { paymentStatus, subscription } = provider;
  return {
    status: paymentStatus,
    "payment.paymentStatus": paymentStatus,
    subscription: subscription && { id: subscription.id, status: subscription.status },
    ...accountFields(contract, provider),
    ...subscriptionFields(contract, provider, now),
    // Switched to invoice just when the card was charged: the payment wins.
    ...(paymentStatus === "completed"
      ? { "payment.paymentMethod": "stripe", "payment.useStripe": true }
      : {}),
  };
}

/** Reads the charges for a contract by invoice. It can have two customers at Stripe: of its hosted invoice, and of our own ones. */
async function readInvoiced(
  stripe: Stripe,
  { payment: { stripeCustomer } }: StoredContract,
  hosted: HostedInvoice | null,
): Promise<ProviderAccount> {
  const known = hosted?.account ?? NO_ACCOUNT;
  if (!stripeCustomer || stripeCustomer === hosted?.customer) return known;
  const { charges, refunds, disputes } = await readAccount(stripe, stripeCustomer, null);
  return {
    charges: [...known.charges, ...charges],
    refunds: [...known.refunds, ...refunds],
    disputes: [...known.disputes, ...disputes],
  };
}

/** Voids the invoice of a contract that was paid by card after all. */
async function voidSuperfluous(
  stripe: Stripe,
  contract: StoredContract,
  invoice: HostedInvoice | null,
): Promise<Fields> {
  if (!invoice || invoice.status !== "open") return {};
  await stripe.invoices.voidInvoice(invoice.id);
  return hostedFields(contract, { ...invoice, status: "void", url: "" });
}

/**
 * Updates a contract to the state of its payments at Stripe. Safe to call at any time, repeatedly and concurrently. A contract
 * without a customer or hosted invoice there is not changed. Returns null when there is none. `invoiceId` is an invoice that
 * names this contract, for events that come before its id is stored.
 */
export async function reconcileContract(
  store: ContractStore,
  stripe: Stripe,
  id: string,
  { invoiceId = "" }: { invoiceId?: string } = {},
): Promise<{ contract: StoredContract; failure: string } | null> {
  let failure = "";
  const contract = await changeContract(store, id, async (current: StoredContract) => {
    const { payment } = current;
    const hostedId = payment.hostedInvoiceId || invoiceId;
    const hosted =
      hostedId && payment.paymentMethod === "invoice" ? await readHostedInvoice(stripe, hostedId, id) : null;
    const isHosted = hosted?.status === "paid" || (hosted && !payment.stripePaymentIntent);
    const provider = payment.stripePaymentIntent && !isHosted ? await readProvider(stripe, payment) : null;
    const isInvoiced = payment.paymentMethod === "invoice" && isAccepted(current);
    if (!provider || (isInvoiced && provider.paymentStatus !== "completed")) {
      if (!hosted && !payment.stripeCustomer) return null;
      return changeTo(current, invoicedFields(current, hosted, await readInvoiced(stripe, current, hosted)));
    }
    failure = provider.failure;
    const superfluous = await voidSuperfluous(stripe, current, hosted);
    return changeTo(current, { ...chargedFields(current, provider, store.clock()), ...superfluous });
  });
  return contract ? { contract, failure } : null;
}
