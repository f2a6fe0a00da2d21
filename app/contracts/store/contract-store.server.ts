import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "@sanity/client";
import type { ContractDocument } from "../../model/contracts/contract-document.ts";
import { paymentStateOf } from "../../model/contracts/payment-state.ts";
import { dateOf } from "../../model/format.ts";
import type { Clock } from "../../platform/clock.ts";
import {
  documentId,
  type ContentStore,
  type ReadClient,
  readDocument,
  storeError,
  retryWrite,
} from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import { requireUuid } from "../../submissions/submission-id.server.ts";

export type StoredContract = ContractDocument & { _id: string; _rev: string; _updatedAt: string };

/** Returns the document id of a `contract`. Throws an AppError `bad-request` for a submission id that is no UUID. */
export function contractId(submissionId: string): string {
  return `contract.${requireUuid(submissionId)}`;
}

const CONTRACT_ID = /^(?:contract|adminContract)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a value is the id of a contract or an adminContract. */
export function isContractId(value: unknown): value is string {
  return typeof value === "string" && CONTRACT_ID.test(value);
}

/** Returns the stored contract, or null. Throws an AppError when the store does not answer. */
export const getContract = (client: ReadClient, id: string): Promise<StoredContract | null> =>
  readDocument<StoredContract>(client, id);

/** As `getContract`, for an id that a caller sends; null, without a request, for one that is no contract's. */
export async function findContract(
  client: ReadClient,
  id: string | undefined,
): Promise<StoredContract | null> {
  return isContractId(id) ? getContract(client, id) : null;
}

/** Returns the id of the contract with a payment intent, for events without our metadata. */
export async function findContractByIntent(
  client: ReadClient,
  paymentIntent: string,
): Promise<string | null> {
  try {
    const id = await client.fetch<string | null | undefined>(
      `*[_type in ["contract", "adminContract"] && payment.stripePaymentIntent == $paymentIntent][0]._id`,
      { paymentIntent },
      { perspective: "raw" },
    );
    if (id === undefined) throw new AppError("unavailable", "The content store returned no data.");
    return id;
  } catch (cause) {
    throw storeError(cause);
  }
}

export interface ContractChange {
  /** New values by path (`payment.paymentStatus`). */
  fields: Record<string, unknown>;
  /** Other documents that change in the same transaction: all of it is written, or nothing. */
  alongside?: (transaction: Transaction) => Transaction;
}

/** The store of contracts, and the clock by which they are changed. */
export interface ContractStore extends ContentStore {
  clock: Clock;
}

/** Returns a copy of a document with new values by path. */
function withFields<Document extends object>(document: Document, fields: Record<string, unknown>): Document {
  const changed = structuredClone(document);
  for (const [path, value] of Object.entries(fields)) {
    const names = path.split(".");
    const last = names.pop() as string;
    let target = changed as Record<string, unknown>;
    for (const name of names) target = (target[name] ??= {}) as Record<string, unknown>;
    target[last] = value;
  }
  return changed;
}

/**
 * Writes a change unless the contract was changed since it was read, together with its payment state. Throws an AppError:
 * `conflict` when it was changed, else as `storeSubmission` does.
 */
async function updateContract(
  { writeClient, clock }: ContractStore,
  contract: StoredContract,
  { fields, alongside }: ContractChange,
): Promise<StoredContract> {
  const changed = withFields(contract, fields);
  const paymentState = paymentStateOf(changed, dateOf(clock()));
  const all = { ...fields, ...(paymentState ? { paymentState } : {}) };
  return retryWrite(async (signal) => {
    const transaction = writeClient.transaction().patch(documentId(contract._id), (patch) => {
      const seen = patch.ifRevisionId(contract._rev).set(all);
      // No program pays: a paid contract is not suspected.
      return changed.status === "completed" ? seen.unset(["suspected"]) : seen;
    });
    const stored = await writeClient.mutate<StoredContract & Record<string, unknown>>(
      alongside ? alongside(transaction) : transaction,
      { returnDocuments: true, returnFirst: false, signal },
    );
    // A proxy's page with status 200 is no acknowledgement.
    const acknowledged = Array.isArray(stored) && stored.find(({ _id }) => _id === contract._id);
    if (!acknowledged) throw new AppError("unavailable", `${contract._id}: the change was not acknowledged.`);
    return acknowledged as StoredContract;
  });
}

const MAX_ROUNDS = 24;
/** Rounds that start over at once. Later ones wait: contracts that are invoiced at the same moment want the same number. */
const EAGER_ROUNDS = 3;

/**
 * Reads a contract, decides what to change and writes it; starts over after a concurrent write. `decide` returns null to
 * leave it. Returns the contract as it is afterwards, or null when there is none.
 */
export async function changeContract(
  store: ContractStore,
  id: string,
  decide: (contract: StoredContract) => Promise<ContractChange | null> | ContractChange | null,
): Promise<StoredContract | null> {
  for (let round = 1; ; round++) {
    const contract = await getContract(store.readClient, id);
    if (!contract) return null;
    const change = await decide(contract);
    if (!change) return contract;
    try {
      return await updateContract(store, contract, change);
    } catch (error) {
      if (!isRevisionConflict(error) || round === MAX_ROUNDS) throw error;
      if (round >= EAGER_ROUNDS) await sleep(Math.random() * 50 * round);
    }
  }
}

/** What somebody wants who has seen a contract as it was at a revision. */
export interface SeenContract {
  id: string;
  /** The revision; undefined for who may change whatever there is. */
  rev: string | undefined;
  /** Whether the contract has the change already: a form that was sent twice. */
  isMade: (contract: StoredContract) => boolean;
}

interface SeenOutcome<Refusal extends string> {
  outcome: "done" | "conflict" | "missing" | Refusal;
  contract: StoredContract | null;
  hasChanged: boolean;
}

/**
 * As `changeContract`, unless the contract was changed since it was seen (`conflict`). `decide` returns the change, or why there
 * is none. `done` includes a change that was made before; `hasChanged` does not.
 */
export async function changeSeenContract<Refusal extends string = never>(
  store: ContractStore,
  seen: SeenContract,
  decide: (
    contract: StoredContract,
  ) => ContractChange | NoInfer<Refusal> | Promise<ContractChange | NoInfer<Refusal>>,
): Promise<SeenOutcome<Refusal>> {
  let outcome: SeenOutcome<Refusal>["outcome"] = "missing";
  let hasChanged = false;
  const contract = await changeContract(store, seen.id, async (current) => {
    const isOutdated = seen.rev !== undefined && current._rev !== seen.rev;
    const decided = seen.isMade(current) ? "done" : isOutdated ? "conflict" : await decide(current);
    hasChanged = typeof decided !== "string";
    outcome = typeof decided === "string" ? decided : "done";
    return typeof decided === "string" ? null : decided;
  });
  return { outcome, contract, hasChanged };
}

/** Whether a change was refused because somebody else wrote first. */
function isRevisionConflict(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { statusCode?: number } | undefined) : undefined;
  return cause?.statusCode === 409;
}
