import { storeError, type ReadClient } from "../../platform/content-store.server.ts";

import { dateOf } from "../../model/format.ts";

/** Something that billing does for each contract that needs it. */
export interface BillingStep {
  name: string;
  /** GROQ filter of the contracts to look at. It may use `$today`, a calendar date, and `$now`, an ISO time. */
  where: string;
  /** Further parameters of the filter. */
  params?: (now: Date) => Record<string, unknown>;
  /** Brings one contract up to date. Repeatable, and safe beside another machine that does the same. */
  run(contractId: string): Promise<unknown>;
}

export interface BillingDeps {
  readClient: ReadClient;
  steps: readonly BillingStep[];
  /** Gets what a step could not do for one contract, or why its contracts could not be listed. The others still run. */
  onError: (error: unknown) => void;
}

/** Contracts read at a time. */
const PAGE = 100;

/** Returns the next ids after `after`, in order. Contracts that nobody has agreed to are never billed. */
async function idsAfter(
  client: ReadClient,
  { where, params: more }: BillingStep,
  now: Date,
  after: string,
): Promise<string[]> {
  const query = `*[_type in ["contract", "adminContract"] && agreedToTerms == true && _id > $after && (${where})]
    | order(_id asc) [0...${PAGE}]._id`;
  const params = { after, today: dateOf(now), now: now.toISOString(), ...more?.(now) };
  return client.fetch<string[]>(query, params, { perspective: "raw" }).catch((cause: unknown) => {
    throw storeError(cause);
  });
}

async function runStep({ readClient, onError }: BillingDeps, step: BillingStep, now: Date): Promise<void> {
  let after = "";
  for (;;) {
    const ids = await idsAfter(readClient, step, now, after);
    for (const id of ids) await step.run(id).catch(onError);
    if (ids.length < PAGE) return;
    after = ids.at(-1) ?? after;
  }
}

/**
 * Runs the steps of billing one after the other over all contracts that they concern: invoices, reminders, cancellations.
 * Runs hourly; after an outage it catches up, because each step looks for what is missing.
 */
export async function runBilling(deps: BillingDeps, now: Date): Promise<void> {
  for (const step of deps.steps) await runStep(deps, step, now).catch(deps.onError);
}
