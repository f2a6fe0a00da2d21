import { dateOf } from "../../model/format.ts";
import { type ReadClient } from "../../platform/content-store.server.ts";
import { readParts } from "../../platform/read-parts.server.ts";

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

/** Contracts that nobody has agreed to are never billed. */
const queryOf = ({ where }: BillingStep): string =>
  `*[_type in ["contract", "adminContract"] && agreedToTerms == true && _id > $after && (${where})]
    | order(_id asc) [0...$size]{ _id }`;

async function runStep({ readClient, onError }: BillingDeps, step: BillingStep, now: Date): Promise<void> {
  const params = { today: dateOf(now), now: now.toISOString(), ...step.params?.(now) };
  for await (const part of readParts(readClient, {
    query: queryOf(step),
    params,
    size: PAGE,
    perspective: "raw",
  }))
    for (const { _id } of part) await step.run(_id).catch(onError);
}

/**
 * Runs the steps of billing one after the other over all contracts that they concern: invoices, reminders, cancellations.
 * Runs hourly; after an outage it catches up, because each step looks for what is missing.
 */
export async function runBilling(deps: BillingDeps, now: Date): Promise<void> {
  for (const step of deps.steps) await runStep(deps, step, now).catch(deps.onError);
}
