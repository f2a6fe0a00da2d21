import type { SanityClient } from "@sanity/client";
import type Stripe from "stripe";
import { AppError } from "../platform/errors.ts";
import { createSubmission } from "../submissions/create.server.ts";
import { findContractByIntent, getContract } from "./contract-store.server.ts";
import { reconcileContract } from "./reconcile.server.ts";

interface WebhookContext {
  client: SanityClient;
  stripe: Stripe;
  secret: string;
}

/** The id of a Stripe object that may be given as an id or expanded. */
function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === "string" ? value : (value?.id ?? null);
}

async function contractOfIntent(
  client: SanityClient,
  intent: string | null,
  metadata?: Stripe.Metadata | null,
): Promise<string | null> {
  if (metadata?.contractId) return metadata.contractId;
  return intent ? findContractByIntent(client, intent) : null;
}

/** Which order an event is about; null for kinds that concern none. Only ids are read from the event. */
async function contractOf(client: SanityClient, event: Stripe.Event): Promise<string | null> {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return contractOfIntent(client, event.data.object.id, event.data.object.metadata);
    case "charge.refunded":
      return contractOfIntent(client, idOf(event.data.object.payment_intent));
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return contractOfIntent(client, idOf(event.data.object.payment_intent));
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return event.data.object.metadata.contractId ?? null;
    case "invoice.paid":
    case "invoice.payment_failed":
      return event.data.object.parent?.subscription_details?.metadata?.contractId ?? null;
    default:
      return null;
  }
}

function verify(context: WebhookContext, payload: string, signature: string | null): Stripe.Event {
  try {
    return context.stripe.webhooks.constructEvent(payload, signature ?? "", context.secret);
  } catch (cause) {
    throw new AppError("bad-request", "The webhook's signature is not valid.", { cause });
  }
}

/**
 * Takes one delivery of Stripe's. Events may come late, twice and out of order, so they only say where to look: the
 * order is brought in line with what Stripe answers now, then the event's id is kept, so that a repetition costs
 * nothing. Throws an AppError: `bad-request` for a wrong signature; what else goes wrong makes Stripe deliver again.
 */
export async function handleWebhook(
  context: WebhookContext,
  payload: string,
  signature: string | null,
): Promise<void> {
  const event = verify(context, payload, signature);
  const seen = `stripeEvent.${event.id}`;
  if (await getContract(context.client, seen)) return;
  const id = await contractOf(context.client, event);
  if (id) await reconcileContract(context.client, context.stripe, id);
  const document = { event: event.type, contractId: id ?? "", receivedAt: new Date().toISOString() };
  await createSubmission({ client: context.client, type: "stripeEvent", id: seen, document });
}
