import type { SanityClient } from "@sanity/client";
import type Stripe from "stripe";
import { abandonCharge } from "./charge.server.ts";
import { changeContract, type StoredContract } from "./contract-store.server.ts";
import { reconcileContract } from "./reconcile.server.ts";

/** An order that has waited this long for its card was left (milliseconds). */
export const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

// A contract that an admin has made waits for its client's agreement as long as its own date says.
const OPEN_ORDERS = `*[_type in ["contract", "adminContract"] && status == "pending" && agreedToTerms == true
  && submittedAt < $before] | order(submittedAt) [0...100]._id`;

async function closeOrder(client: SanityClient, stripe: Stripe, id: string): Promise<void> {
  const known = await reconcileContract(client, stripe, id);
  if (!known || known.contract.status !== "pending") return;
  await abandonCharge(stripe, known.contract.payment);
  const after = await reconcileContract(client, stripe, id);
  // An order that never got as far as a charge has nothing to ask Stripe about.
  if (after?.contract.status === "pending") {
    await changeContract(client, id, (contract: StoredContract) =>
      contract.status === "pending" ? { status: "error", "payment.paymentStatus": "error" } : null,
    );
  }
}

/**
 * Closes orders whose visitor left before paying. Stripe is asked first, so one that was paid becomes `completed`;
 * any other is cancelled there and becomes `error`. Answers how many were looked at.
 */
export async function sweepAbandonedOrders(client: SanityClient, stripe: Stripe, now: Date): Promise<number> {
  const before = new Date(now.getTime() - ABANDONED_AFTER).toISOString();
  const ids = await client.fetch<string[]>(OPEN_ORDERS, { before }, { perspective: "raw" });
  for (const id of ids) await closeOrder(client, stripe, id);
  return ids.length;
}
