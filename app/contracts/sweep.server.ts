import type Stripe from "stripe";
import type { ContentStore } from "../platform/content-store.ts";
import { abandonCharge } from "./charge.server.ts";
import { changeContract, type StoredContract } from "./contract-store.server.ts";
import { reconcileContract } from "./reconcile.server.ts";

/** An order that has waited this long for its card was left (milliseconds). */
export const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/** One that has waited this long may have been paid by somebody who did not come back (milliseconds). */
export const OVERDUE_AFTER = 15 * 60 * 1000;

// A contract that an admin has made waits for its client's agreement as long as its own date says.
const OPEN_ORDERS = `*[_type in ["contract", "adminContract"] && status == "pending" && agreedToTerms == true
  && submittedAt < $before] | order(submittedAt) [0...100]{ _id, submittedAt }`;

export interface Sweep extends ContentStore {
  stripe: Stripe;
  /** Hears of each order that turns out to be paid, as it is now. */
  onPaid: (contract: StoredContract) => void;
  /** Hears why one order could not be looked at; the others are. */
  onError: (error: unknown) => void;
}

async function abandon(sweep: Sweep, { _id, payment }: StoredContract): Promise<void> {
  await abandonCharge(sweep.stripe, payment);
  const after = await reconcileContract(sweep, sweep.stripe, _id);
  // An order that never got as far as a charge has nothing to ask Stripe about.
  if (after?.contract.status === "pending") {
    await changeContract(sweep, _id, (contract: StoredContract) =>
      contract.status === "pending" ? { status: "error", "payment.paymentStatus": "error" } : null,
    );
  }
}

async function look(sweep: Sweep, id: string, abandoned: boolean): Promise<void> {
  const known = await reconcileContract(sweep, sweep.stripe, id);
  if (known?.contract.status === "completed") sweep.onPaid(known.contract);
  if (known?.contract.status === "pending" && abandoned) await abandon(sweep, known.contract);
}

/**
 * Looks after orders that still wait for their card. Stripe is asked, so one that was paid becomes `completed`, whatever
 * became of the browser and of Stripe's webhooks; one that was left for a day is cancelled there and becomes `error`.
 * Answers how many were looked at. Throws when the store does not say which there are.
 */
export async function sweepContracts(sweep: Sweep, now: Date): Promise<number> {
  const before = new Date(now.getTime() - OVERDUE_AFTER).toISOString();
  const left = new Date(now.getTime() - ABANDONED_AFTER).toISOString();
  const orders = await sweep.readClient.fetch<Pick<StoredContract, "_id" | "submittedAt">[]>(
    OPEN_ORDERS,
    { before },
    { perspective: "raw" },
  );
  for (const { _id, submittedAt } of orders) await look(sweep, _id, submittedAt < left).catch(sweep.onError);
  return orders.length;
}
