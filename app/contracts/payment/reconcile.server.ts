import { isDeepStrictEqual } from "node:util";
import type Stripe from "stripe";
import { datesFrom, endedSchedule } from "../../model/contracts/cancellation.ts";
import { nameOfCard } from "../../model/contracts/card.ts";
import { isAccepted } from "../../model/contracts/contract-document.ts";
import { bookedFields, receivedTotal, withPayment, type Booked } from "../../model/contracts/credit.ts";
import { hasEvent } from "../../model/contracts/history.ts";
import { sumCents } from "../../model/contracts/money.ts";
import { byHandRefunded } from "../../model/contracts/payments.ts";
import { valueAt } from "../../model/field.ts";
import {
  changeContract,
  type ContractChange,
  type ContractStore,
  type StoredContract,
} from "../store/contract-store.server.ts";
import { accountEvents, cancellationChange, withEvents } from "./provider-events.ts";
import {
  readAccount,
  readProvider,
  type ProviderAccount,
  type ProviderState,
} from "./provider-state.server.ts";

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

/** Returns invoices and history of a contract by invoice after the charges that paid its invoices. */
function withCharges({ invoices, history }: Booked, { charges }: ProviderAccount): Booked {
  const paid = charges.filter(
    ({ id, succeeded, invoices: numbers }) =>
      succeeded &&
      invoices.some(({ number }) => numbers.includes(number)) &&
      !hasEvent(history, `received-${id}`),
  );
  return paid.reduce(
    (state, { id, at: paidAt, amountCents, invoices: numbers, card }) => {
      const name = (card && nameOfCard(card)) || "Card";
      const [invoice = ""] = numbers;
      const event = { _key: `received-${id}`, at: paidAt, kind: "received", amountCents, invoice } as const;
      const note = [...numbers, name].join(", ");
      return withPayment(state, { ...event, card: card ?? { brand: "", last4: "" }, note }, numbers);
    },
    { invoices, history },
  );
}

/** Returns the fields of a contract by invoice for the invoices that its client has paid by card. */
function invoicedFields(contract: StoredContract, account: ProviderAccount): Fields {
  const { invoices = [], history = [] } = contract;
  const booked = withCharges({ invoices, history }, account);
  const hasBooked = booked.history.length > history.length;
  const next = withEvents(booked, accountEvents({ ...account, charges: [] }));
  return {
    ...(hasBooked
      ? { ...bookedFields(contract.status, booked), "payment.receivedAmount": receivedTotal(booked) }
      : {}),
    ...refundFields(contract, account),
    ...(next.length > 0 ? { history: next } : {}),
  };
}

const UNPAID = new Set(["past_due", "unpaid"]);

/** The fields of a subscription: next dates, failed renewal, end. */
function subscriptionFields(contract: StoredContract, provider: ProviderState, now: Date): Fields {
  const { subscription, charges } = provider;
  const events = accountEvents(provider);
  const history = withEvents(contract, events);
  if (!subscription || provider.paymentStatus !== "completed") return { history };
  const { cancellation, event } = cancellationChange({ ...contract, history }, subscription, now);
  const failed = charges.findLast(({ succeeded, isRenewal }) => isRenewal && !succeeded);
  const { schedule, chargeFailedAt } = contract.payment;
  const known = chargeFailedAt || now.toISOString();
  return {
    cancellation,
    "payment.schedule": cancellation ? endedSchedule(schedule) : datesFrom(schedule, subscription.items),
    "payment.chargeFailedAt": UNPAID.has(subscription.status) ? (failed?.at ?? known) : "",
    history: event ? withEvents(contract, [...events, event]) : history,
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

/**
 * Updates a contract to the state of its payments at Stripe. Safe to call at any time, repeatedly and concurrently. A contract
 * without a customer there is not changed. Returns null when there is none.
 */
export async function reconcileContract(
  store: ContractStore,
  stripe: Stripe,
  id: string,
): Promise<{ contract: StoredContract; failure: string } | null> {
  let failure = "";
  const contract = await changeContract(store, id, async (current: StoredContract) => {
    const { payment } = current;
    const provider = payment.stripePaymentIntent ? await readProvider(stripe, payment) : null;
    const isInvoiced = payment.paymentMethod === "invoice" && isAccepted(current);
    if (!provider || (isInvoiced && provider.paymentStatus !== "completed")) {
      if (!payment.stripeCustomer) return null;
      const account = await readAccount(stripe, payment.stripeCustomer, null);
      return changeTo(current, invoicedFields(current, account));
    }
    failure = provider.failure;
    return changeTo(current, chargedFields(current, provider, store.clock()));
  });
  return contract ? { contract, failure } : null;
}
