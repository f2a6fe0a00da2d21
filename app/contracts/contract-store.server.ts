import {
  documentId,
  type ContentStore,
  type ReadClient,
  type WriteClient,
} from "../platform/content-store.ts";
import { AppError } from "../platform/errors.ts";
import { readDocument } from "../platform/read-document.server.ts";
import { storeError } from "../platform/store-error.server.ts";
import { requireUuid } from "../submissions/submission-id.server.ts";
import { retryWrite } from "../platform/retry.server.ts";
import type { ContractDocument } from "./contract-document.ts";

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
export function getContract(client: ReadClient, id: string): Promise<StoredContract | null> {
  return readDocument<StoredContract>(client, id);
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

/**
 * Updates fields of a contract unless it was changed since it was read. Throws an AppError: `conflict` when it was changed,
 * else as `createSubmission` does. Keys are paths (`payment.paymentStatus`).
 */
async function updateContract(
  client: WriteClient,
  contract: Pick<StoredContract, "_id" | "_rev">,
  fields: Record<string, unknown>,
): Promise<StoredContract> {
  return retryWrite(async (signal) => {
    const patch = client.patch(documentId(contract._id)).ifRevisionId(contract._rev).set(fields);
    // No program pays: a paid contract is not suspected.
    const stored = await (fields["status"] === "completed" ? patch.unset(["suspected"]) : patch).commit<
      StoredContract & Record<string, unknown>
    >({ signal });
    // A proxy's page with status 200 is no acknowledgement.
    if (stored?._id !== contract._id)
      throw new AppError("unavailable", `${contract._id}: the change was not acknowledged.`);
    return stored as StoredContract;
  });
}

const MAX_ROUNDS = 6;

/**
 * Reads a contract, decides what to change and writes it; starts over after a concurrent write. `decide` returns
 * the fields to write, or null to leave it. Returns the contract as it is afterwards, or null when there is none.
 */
export async function changeContract(
  { readClient, writeClient }: ContentStore,
  id: string,
  decide: (
    contract: StoredContract,
  ) => Promise<Record<string, unknown> | null> | Record<string, unknown> | null,
): Promise<StoredContract | null> {
  for (let round = 1; ; round++) {
    const contract = await getContract(readClient, id);
    if (!contract) return null;
    const fields = await decide(contract);
    if (!fields) return contract;
    try {
      return await updateContract(writeClient, contract, fields);
    } catch (error) {
      if (!isRevisionConflict(error) || round === MAX_ROUNDS) throw error;
    }
  }
}

function isRevisionConflict(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { statusCode?: number } | undefined) : undefined;
  return cause?.statusCode === 409;
}
