import { withEvent } from "../../model/contracts/history.ts";
import { changeContract, type ContractChange, type StoredContract } from "../store/contract-store.server.ts";
import { abandonCharge } from "./charge.server.ts";
import type { StripeStore } from "./provider-state.server.ts";
import { reconcileContract } from "./reconcile.server.ts";

const HOUR_MS = 60 * 60 * 1000;

/** How long after its last change an open charge may have been paid by a client who did not come back, in ms. */
export const OVERDUE_AFTER_MS = HOUR_MS / 4;

/** How long after its last change an unpaid charge is cancelled, in ms. */
export const ABANDONED_AFTER_MS = 24 * HOUR_MS;

/** How long after its last change a contract with a charge is checked, in ms. Its charge is cancelled long before. */
const WATCHED_FOR_MS = 30 * 24 * HOUR_MS;

// Whatever the status: a card that was declined leaves `error` on a contract whose charge another card may still pay. An
// adminContract that nobody has agreed to waits as long as its link is valid. In this order `pending` comes first.
const OPEN_CONTRACTS = `*[_type in ["contract", "adminContract"] && agreedToTerms == true && _updatedAt < $overdue
  && (status == "pending" || (status != "completed" && payment.stripePaymentIntent != "" && _updatedAt > $watched))]
  | order(status desc, _updatedAt desc) [0...200]{ _id, "abandoned": _updatedAt < $abandoned }`;

export interface Sweep extends StripeStore {
  /** Gets each contract that turns out to be paid. */
  onPaid: (contract: StoredContract) => Promise<void>;
  /** Gets the error of a contract that could not be checked; the others still are. */
  onError: (error: unknown) => void;
}

function failedChange({ history }: StoredContract, now: Date): ContractChange {
  const event = { _key: "charge-abandoned", at: now.toISOString(), kind: "charge-abandoned" } as const;
  return {
    fields: { status: "error", "payment.paymentStatus": "error", history: withEvent(history, event) },
  };
}

async function abandon(sweep: Sweep, { _id, payment }: StoredContract): Promise<void> {
  await abandonCharge(sweep.stripe, payment);
  const after = await reconcileContract(sweep, sweep.stripe, _id);
  if (after?.contract.status === "completed") await sweep.onPaid(after.contract);
  // Without a charge there is nothing to ask Stripe about.
  if (after?.contract.status === "pending") {
    await changeContract(sweep, _id, (contract: StoredContract) =>
      contract.status === "pending" ? failedChange(contract, sweep.clock()) : null,
    );
  }
}

async function checkContract(sweep: Sweep, id: string, abandoned: boolean): Promise<void> {
  const contract = (await reconcileContract(sweep, sweep.stripe, id))?.contract;
  if (contract?.status === "completed") await sweep.onPaid(contract);
  const unpaid = contract?.status === "pending" || contract?.status === "error";
  if (unpaid && abandoned) await abandon(sweep, contract);
}

/**
 * Asks Stripe about every contract whose charge may still be paid: a paid one becomes `completed`, even if the browser was
 * closed and Stripe's webhooks were lost; one unpaid for a day is cancelled at Stripe and becomes `error`. Returns how many
 * contracts were checked. Throws when the store cannot list them.
 */
export async function sweepContracts(sweep: Sweep, now: Date): Promise<number> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const contracts = await sweep.readClient.fetch<{ _id: string; abandoned: boolean }[]>(
    OPEN_CONTRACTS,
    { overdue: ago(OVERDUE_AFTER_MS), abandoned: ago(ABANDONED_AFTER_MS), watched: ago(WATCHED_FOR_MS) },
    { perspective: "raw" },
  );
  for (const { _id, abandoned } of contracts) await checkContract(sweep, _id, abandoned).catch(sweep.onError);
  return contracts.length;
}
