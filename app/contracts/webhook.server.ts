import type Stripe from "stripe";
import type { ContentStore, ReadClient } from "../platform/content-store.ts";
import { AppError } from "../platform/errors.ts";
import { createSubmission } from "../submissions/create.server.ts";
import {
  findContractByIntent,
  getContract,
  isContractId,
  type StoredContract,
} from "./contract-store.server.ts";
import { reconcileContract } from "./reconcile.server.ts";

interface WebhookContext extends ContentStore {
  stripe: Stripe;
  secret: string;
  /** Hears of each order that an event was about, as it is now. */
  onReconciled?: (contract: StoredContract) => void;
}

const STRIPE_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** The contract that a Stripe object says to belong to; null for ids of others on the same Stripe account. */
const contractOf = (metadata: Stripe.Metadata | null | undefined): string | null => {
  const id = metadata?.contractId;
  return isContractId(id) ? id : null;
};

/** The id of a Stripe object that may be given as an id or expanded. */
function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === "string" ? value : (value?.id ?? null);
}

/** An order, and the hosted invoice by which it was found. */
interface Subject {
  id: string;
  invoiceId?: string;
}

async function subjectOfIntent(
  client: ReadClient,
  intent: string | null,
  metadata?: Stripe.Metadata | null,
): Promise<Subject | null> {
  const id = contractOf(metadata) ?? (intent ? await findContractByIntent(client, intent) : null);
  return id ? { id } : null;
}

/** The first invoice of a subscription carries the order's id below its parent, a hosted one carries it itself. */
function subjectOfInvoice(invoice: Stripe.Invoice): Subject | null {
  const subscribed = contractOf(invoice.parent?.subscription_details?.metadata);
  if (subscribed) return { id: subscribed };
  const id = contractOf(invoice.metadata);
  return id && invoice.id && STRIPE_ID.test(invoice.id) ? { id, invoiceId: invoice.id } : null;
}

/** Which order an event is about; null for kinds that concern none. Only ids are read from the event. */
async function subjectOf(client: ReadClient, event: Stripe.Event): Promise<Subject | null> {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return subjectOfIntent(client, event.data.object.id, event.data.object.metadata);
    case "charge.refunded":
      return subjectOfIntent(client, idOf(event.data.object.payment_intent));
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return subjectOfIntent(client, idOf(event.data.object.payment_intent));
    case "customer.subscription.updated":
    case "customer.subscription.deleted": {
      const id = contractOf(event.data.object.metadata);
      return id ? { id } : null;
    }
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.voided":
    case "invoice.marked_uncollectible":
      return subjectOfInvoice(event.data.object);
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
  if (!STRIPE_ID.test(event.id)) throw new AppError("bad-request", "The event's id is not valid.");
  const seen = `stripeEvent.${event.id}`;
  if (await getContract(context.readClient, seen)) return;
  const subject = await subjectOf(context.readClient, event);
  const known = subject ? await reconcileContract(context, context.stripe, subject.id, subject) : null;
  if (known) context.onReconciled?.(known.contract);
  const document = { event: event.type, contractId: subject?.id ?? "", receivedAt: new Date().toISOString() };
  await createSubmission({ client: context.writeClient, type: "stripeEvent", id: seen, document });
}
