import type Stripe from "stripe";
import type { PaymentStatus } from "../../model/contracts/contract-document.ts";
import { readDocument } from "../../platform/content-store.server.ts";
import { AppError, isAppError } from "../../platform/errors.ts";
import { type FormDeps, reportTo } from "../../submissions/form-action.server.ts";
import { storeSubmission } from "../../submissions/store.server.ts";
import { findContractByIntent, isContractId, type StoredContract } from "../store/contract-store.server.ts";
import { cardConfigOf } from "./charge.server.ts";
import { idOf, type StripeStore } from "./provider-state.server.ts";
import { reconcileContract } from "./reconcile.server.ts";
import { sweepContracts } from "./sweep.server.ts";

interface WebhookDeps extends StripeStore {
  secret: string;
  /** Gets each contract that an event was about, in line with Stripe. */
  onReconciled?: (contract: StoredContract) => Promise<void>;
}

const STRIPE_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** Returns the contract id that we wrote on a Stripe object, or null for objects of others on the same Stripe account. */
function idInMetadata(metadata: Stripe.Metadata | null | undefined): string | null {
  const id = metadata?.contractId;
  return isContractId(id) ? id : null;
}

/** Renewals have intents that no contract holds: there the customer names it, who has one contract. */
async function contractOfIntent(
  { readClient, stripe }: WebhookDeps,
  intent: string,
  metadata?: Stripe.Metadata | null,
): Promise<string | null> {
  const known = idInMetadata(metadata) ?? (intent ? await findContractByIntent(readClient, intent) : null);
  if (known) return known;
  if (!intent || !STRIPE_ID.test(intent)) return null;
  const { customer } = await stripe.paymentIntents
    .retrieve(intent, { expand: ["customer"] })
    .catch((error: { code?: string }) => {
      if (error.code === "resource_missing") return { customer: null };
      throw error;
    });
  return customer && typeof customer === "object" && !customer.deleted
    ? idInMetadata(customer.metadata)
    : null;
}

/** Returns the contract that an event is about, or null. Only ids are read from the event: Stripe is asked for the rest. */
async function contractOfEvent(deps: WebhookDeps, event: Stripe.Event): Promise<string | null> {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return contractOfIntent(deps, event.data.object.id, event.data.object.metadata);
    case "charge.refunded":
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return contractOfIntent(deps, idOf(event.data.object.payment_intent));
    // The card that is charged was changed.
    case "customer.updated":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return idInMetadata(event.data.object.metadata);
    // Of renewals.
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required":
      return idInMetadata(event.data.object.parent?.subscription_details?.metadata);
    default:
      return null;
  }
}

/** How far Stripe's clock may be ahead of ours. Its library limits the age of a signature alone, so one of next year would be good until then. */
const MAX_AHEAD_MS = 60_000;

/** Throws when a signature (`t=<seconds>,v1=<hex>`) is of a time too far ahead. */
function checkTime(signature: string): void {
  for (const part of signature.split(","))
    if (part.startsWith("t=") && Number.parseInt(part.slice(2), 10) * 1000 > Date.now() + MAX_AHEAD_MS)
      throw new Error("The signature is of a time ahead.");
}

function verify(deps: WebhookDeps, payload: string, signature: string | null): Stripe.Event {
  try {
    const event = deps.stripe.webhooks.constructEvent(payload, signature ?? "", deps.secret);
    checkTime(signature ?? "");
    return event;
  } catch (cause) {
    throw new AppError("bad-request", "The webhook's signature is not valid.", { cause });
  }
}

/**
 * Handles one delivery of an event. Events come late, twice and out of order, so they only say which contract to look at: it is
 * brought in line with what Stripe says now, and then the event is stored. Throws an AppError, `bad-request` for a wrong
 * signature; Stripe delivers again what failed.
 */
export async function handleWebhook(
  deps: WebhookDeps,
  payload: string,
  signature: string | null,
): Promise<void> {
  const event = verify(deps, payload, signature);
  if (!STRIPE_ID.test(event.id)) throw new AppError("bad-request", "The event's id is not valid.");
  const seen = `stripeEvent.${event.id}`;
  if (await readDocument(deps.readClient, seen)) return;
  const id = await contractOfEvent(deps, event);
  const known = id ? await reconcileContract(deps, deps.stripe, id) : null;
  if (known) await deps.onReconciled?.(known.contract);
  // A delivery of the same event again does nothing. `contractId` is `""` where it concerns no contract.
  const document = { event: event.type, contractId: id ?? "", receivedAt: deps.clock().toISOString() };
  await storeSubmission(deps.writeClient, { type: "stripeEvent", id: seen, document });
}

interface PaymentsDeps extends FormDeps {
  stripe: Stripe | null;
  /** Gets each contract that was brought in line with Stripe. */
  onChanged: (contract: StoredContract) => Promise<void>;
}

/** What Stripe says about contracts: after the browser, by webhook, and by the sweep. */
export function createPayments({ env, log, clients, clock, stripe, onChanged }: PaymentsDeps) {
  const store = { ...clients, clock };
  const report = reportTo(log, "contract");
  return {
    report,

    /** The card provider's public configuration; null when card payment is off. */
    cardConfig: cardConfigOf(env.stripe),

    /**
     * Returns the contract's status at Stripe, after the browser has confirmed the card payment. Throws an AppError,
     * `unavailable` when Stripe does not answer.
     */
    async confirm(contractId: string): Promise<PaymentStatus> {
      if (!stripe) throw new AppError("unavailable", "Stripe is switched off.");
      const known = await reconcileContract(store, stripe, contractId).catch((cause: unknown) => {
        throw isAppError(cause) ? cause : new AppError("unavailable", "Stripe does not answer.", { cause });
      });
      if (!known) throw new AppError("not-found", "There is no such contract.");
      await onChanged(known.contract);
      return known.contract.status;
    },

    /** Handles `POST /webhooks/stripe`. Throws an AppError when Stripe should deliver again. */
    async receiveWebhook(request: Request): Promise<void> {
      const secret = env.stripe.on ? env.stripe.webhookSecret : undefined;
      if (!stripe) throw new AppError("not-found", "Stripe is switched off.");
      if (!secret) throw new AppError("unavailable", "STRIPE_WEBHOOK_SECRET is not set.");
      const context = { ...store, stripe, secret, onReconciled: onChanged };
      await handleWebhook(context, await request.text(), request.headers.get("stripe-signature"));
    },

    /** Checks contracts whose charge may still be paid; null while card payment is off. */
    sweep: stripe
      ? async () => {
          const sweep = { ...store, stripe, onPaid: onChanged, onError: report };
          await sweepContracts(sweep, clock()).catch(report);
        }
      : null,
  };
}
