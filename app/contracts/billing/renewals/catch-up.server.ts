import Stripe from "stripe";
import { readDocument } from "../../../platform/content-store.server.ts";
import type { StripeStore } from "../../payment/provider-state.server.ts";
import { reconcileContract } from "../../payment/reconcile.server.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const PER_RUN = 200;

/** How long after its last change a contract without a subscription can still be refunded or disputed, in ms. */
const FINAL_AFTER_MS = 180 * DAY_MS;

// What the sweep does not look at: paid contracts, and those whose client paid invoices by card. By id, so that each run goes on where the one before stopped: the contract that was checked longest ago comes first.
const NEXT_CONTRACTS = `*[_type in ["contract", "adminContract"] && _id > $after && (
    (status == "completed" && payment.stripePaymentIntent != ""
      && (subscription.status in ["active", "past_due", "unpaid", "trialing", "paused"] || _updatedAt > $watched))
    || (defined(payment.stripeCustomer) && _updatedAt > $watched)
  )] | order(_id asc) [0...${PER_RUN}]._id`;

/** How far the daily round through all contracts at Stripe has come. */
interface StripeRound {
  /** ISO time. */
  startedAt: string;
  /** Id of the contract that was checked last. */
  after: string;
  done: boolean;
}

const ROUND_ID = "stripeRound.contracts";

export interface CatchUp extends StripeStore {
  /** Gets each contract, in line with Stripe. */
  onReconciled: (contract: StoredContract) => Promise<void>;
  onError: (error: unknown) => void;
}

/** Whether Stripe cannot be asked about any contract right now. */
const isOutage = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError;

async function nextRound({ readClient }: CatchUp, now: Date): Promise<StripeRound | null> {
  const known = await readDocument<StripeRound>(readClient, ROUND_ID);
  if (known && !known.done) return known;
  const isOver = !known || now.getTime() - Date.parse(known.startedAt) >= DAY_MS;
  return isOver ? { startedAt: now.toISOString(), after: "", done: false } : null;
}

/**
 * Brings paid contracts in line with Stripe, each at most once a day and so many an hour: charges, refunds and disputes whose
 * webhooks never came. Stops while Stripe does not answer, and goes on from there. Returns how many contracts were checked.
 */
export async function catchUp(deps: CatchUp): Promise<number> {
  const now = deps.clock();
  const round = await nextRound(deps, now);
  if (!round) return 0;
  const watched = new Date(now.getTime() - FINAL_AFTER_MS).toISOString();
  const ids = await deps.readClient.fetch<string[]>(
    NEXT_CONTRACTS,
    { after: round.after, watched },
    { perspective: "raw" },
  );
  let { after } = round;
  let stopped = false;
  let checked = 0;
  for (const id of ids) {
    try {
      const known = await reconcileContract(deps, deps.stripe, id);
      if (known) await deps.onReconciled(known.contract);
    } catch (error) {
      deps.onError(error);
      stopped = isOutage(error);
      if (stopped) break;
    }
    after = id;
    checked += 1;
  }
  const done = !stopped && ids.length < PER_RUN;
  await deps.writeClient.createOrReplace({ ...round, after, done, _id: ROUND_ID, _type: "stripeRound" });
  return checked;
}
