import type Stripe from "stripe";
import type { PaymentStatus } from "../../model/contracts/contract-document.ts";
import type { ContractStore } from "../store/contract-store.server.ts";

/** The store of contracts, and the account at Stripe where they are paid. */
export interface StripeStore extends ContractStore {
  stripe: Stripe;
}

const time = (seconds: number): Date => new Date(seconds * 1000);
const iso = (seconds: number): string => time(seconds).toISOString();
/** Returns the id of an object at Stripe that is given as its id or expanded; `""` for none. */
export const idOf = (value: string | { id: string } | null | undefined): string =>
  typeof value === "string" ? value : (value?.id ?? "");

const MONTHS: Record<string, number> = { month: 1, year: 12 };

/** What to expand of a subscription, so that the card that it charges is known. */
export const SUBSCRIPTION_CARD = [
  "default_payment_method",
  "customer.invoice_settings.default_payment_method",
];

/**
 * Returns the card that a subscription charges, its own or the customer's; null when there is none, or when
 * `SUBSCRIPTION_CARD` was not expanded.
 */
export function chargedMethod(subscription: Stripe.Subscription): Stripe.PaymentMethod | null {
  const { default_payment_method: own, customer } = subscription;
  if (own) return typeof own === "string" ? null : own;
  if (typeof customer === "string" || customer.deleted) return null;
  const { default_payment_method: shared } = customer.invoice_settings;
  return typeof shared === "string" ? null : shared;
}

function cardOf(card: { brand: string | null; last4: string | null } | null | undefined) {
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;
}

/** Returns a subscription with the periods of its items. */
export function readSubscription(subscription: Stripe.Subscription) {
  const { id, status, customer, cancel_at, cancel_at_period_end, canceled_at, ended_at } = subscription;
  const items = subscription.items.data.map(({ current_period_end, price }) => ({
    months: (MONTHS[price.recurring?.interval ?? "month"] ?? 1) * (price.recurring?.interval_count ?? 1),
    periodEnd: time(current_period_end),
  }));
  const firstEnd = Math.min(...items.map(({ periodEnd }) => periodEnd.getTime()));
  const endsAt = cancel_at ? time(cancel_at) : cancel_at_period_end ? new Date(firstEnd) : null;
  return {
    id,
    status,
    /** `id` of the customer whose card is charged. */
    customer: idOf(customer),
    /** The card that is charged next; null when it is not known. */
    card: cardOf(chargedMethod(subscription)?.card),
    items,
    /** When it ends, if an end is set, and when that was asked for. */
    endsAt,
    endRequestedAt: canceled_at ? time(canceled_at) : null,
    endedAt: ended_at ? time(ended_at) : null,
  };
}

export type ProviderSubscription = ReturnType<typeof readSubscription>;

function intentStatus(
  intent: Stripe.PaymentIntent,
): Extract<PaymentStatus, "pending" | "completed" | "error"> {
  if (intent.status === "succeeded") return "completed";
  if (intent.status === "canceled") return "error";
  // A card that is being authenticated or processed may still carry the error of the one before it.
  return intent.status === "requires_payment_method" && intent.last_payment_error ? "error" : "pending";
}

/** In the metadata of a charge that pays invoices of ours: their numbers, with a space between two. */
export const INVOICE_NUMBERS = "invoice";

/** Why the bank declines what its cardholder only has to confirm. */
const NEEDS_CONFIRMATION = "authentication_required";

/** More than decades of monthly charges with all their retries. */
const MAX_LISTED = 1_000;
const PAGE = 100;

interface SubscriptionInvoice {
  id: string;
  isRenewal: boolean;
  /** ISO time; `""` when none follows. */
  nextTryAt: string;
  /** The page at Stripe on which it is paid, without signing in. */
  url: string;
}

/** The invoices of a subscription by the payment intents that paid for them. */
async function invoicesByIntent(
  stripe: Stripe,
  subscription: string,
): Promise<Map<string, SubscriptionInvoice>> {
  const invoices = await stripe.invoices
    .list({ subscription, limit: PAGE, expand: ["data.payments"] })
    .autoPagingToArray({ limit: MAX_LISTED });
  return new Map(
    invoices.flatMap(({ id, billing_reason, payments, next_payment_attempt, hosted_invoice_url }) =>
      (payments?.data ?? []).map(({ payment }) => [
        idOf(payment.payment_intent),
        {
          id,
          isRenewal: billing_reason !== "subscription_create",
          nextTryAt: next_payment_attempt ? iso(next_payment_attempt) : "",
          url: hosted_invoice_url ?? "",
        },
      ]),
    ),
  );
}

async function readDisputes(stripe: Stripe, charges: readonly Stripe.Charge[]) {
  const lists = await Promise.all(
    charges
      .filter(({ disputed }) => disputed)
      .map((charge) => stripe.disputes.list({ charge: charge.id, limit: PAGE })),
  );
  return lists
    .flatMap(({ data }) => data)
    .map(({ id, created, amount, status }) => ({ id, at: iso(created), amountCents: amount, status }));
}

/** Returns all refunds of a charge, the newest first: with a charge come ten at most. */
export const refundsOf = (stripe: Stripe, charge: string): Promise<Stripe.Refund[]> =>
  stripe.refunds.list({ charge, limit: PAGE }).autoPagingToArray({ limit: MAX_LISTED });

/** Reads all that a contract's customer was charged and got back, the oldest first. Every contract has a customer of its own. */
export async function readAccount(stripe: Stripe, customer: string, subscription: string | null) {
  const [listed, invoices] = await Promise.all([
    stripe.charges
      .list({ customer, limit: PAGE, expand: ["data.refunds"] })
      .autoPagingToArray({ limit: MAX_LISTED }),
    subscription ? invoicesByIntent(stripe, subscription) : null,
  ]);
  const charges = listed
    .filter(({ status }) => status !== "pending")
    .toReversed()
    .map((charge) => {
      const intent = idOf(charge.payment_intent);
      const invoice = invoices?.get(intent);
      return {
        /** The subscription's invoice that was charged, else the payment intent. */
        id: invoice?.id ?? intent,
        at: iso(charge.created),
        succeeded: charge.status === "succeeded",
        amountCents: charge.amount,
        refundedCents: charge.amount_refunded,
        card: cardOf(charge.payment_method_details?.card),
        /** The provider's text about a decline. */
        failure: charge.failure_message ?? "",
        /** Where the client confirms a charge that the bank wants to have confirmed; else `""`. */
        confirmUrl: charge.failure_code === NEEDS_CONFIRMATION ? (invoice?.url ?? "") : "",
        /** When its invoice is charged again; `""` when it is not. */
        nextTryAt: invoice?.nextTryAt ?? "",
        /** For a later period of a subscription. */
        isRenewal: invoice?.isRenewal ?? false,
        /** Numbers of our invoices that it pays; none for a charge of the order itself. */
        invoices: (charge.metadata?.[INVOICE_NUMBERS] ?? "").split(" ").filter(Boolean),
      };
    });
  const refundLists = listed.map(async ({ id, refunds: first, payment_method_details }) => {
    const made = first?.has_more ? await refundsOf(stripe, id) : (first?.data ?? []);
    return made.map((refund) => ({ refund, card: cardOf(payment_method_details?.card) }));
  });
  const refunds = (await Promise.all(refundLists))
    .flat()
    .toReversed()
    .filter(({ refund: { status } }) => status !== "failed" && status !== "canceled")
    .map(({ refund: { id, created, amount, metadata }, card }) => {
      const { by, note, nonce } = metadata ?? {};
      return {
        id,
        at: iso(created),
        amountCents: amount,
        /** To which it goes back. */
        ...(card ? { card } : {}),
        // The admin who made it here, why, and with which form; absent for one that was made at Stripe.
        ...(by ? { by } : {}),
        ...(note ? { note } : {}),
        ...(nonce ? { nonce } : {}),
      };
    });
  return { charges, refunds, disputes: await readDisputes(stripe, listed) };
}

export type ProviderAccount = Awaited<ReturnType<typeof readAccount>>;

const NO_ACCOUNT: ProviderAccount = { charges: [], refunds: [], disputes: [] };

/** Reads the state of a card payment from Stripe, without charges as long as the first payment has not succeeded; what a browser or an event says is never used. */
export async function readProvider(
  stripe: Stripe,
  payment: { stripePaymentIntent: string; subscriptionId: string },
) {
  const [intent, found] = await Promise.all([
    stripe.paymentIntents.retrieve(payment.stripePaymentIntent),
    payment.subscriptionId
      ? stripe.subscriptions.retrieve(payment.subscriptionId, { expand: SUBSCRIPTION_CARD })
      : null,
  ]);
  const paymentStatus = intentStatus(intent);
  const customer = idOf(intent.customer);
  const subscription = found && readSubscription(found);
  const account =
    paymentStatus === "completed" && customer
      ? await readAccount(stripe, customer, subscription?.id ?? null)
      : NO_ACCOUNT;
  /** The provider's text about the last failed attempt of the first payment. */
  const failure = intent.last_payment_error?.message ?? "";
  return { paymentStatus, subscription, failure, ...account };
}

export type ProviderState = Awaited<ReturnType<typeof readProvider>>;
