import { randomUUID } from "node:crypto";
import { Mutation as Mutator } from "@sanity/mutator";
import type { LakeDocument } from "../document.ts";
import { mutationError } from "../errors.ts";
import { conflicts } from "./conflicts.ts";
import { checkDocumentId } from "./parse.ts";
import type {
  CompleteBody,
  DocumentBody,
  ExpandedMutation,
  Mutation,
  MutationResult,
  PatchMutation,
  Selector,
} from "./types.ts";
import type { WorkingSet } from "./working-set.ts";

/** What every step of a transaction shares. */
export interface Transaction {
  id: string;
  timestamp: string;
  documents: WorkingSet;
  /** Ids that a query selects among the documents stored before the transaction. */
  select(query: string, params: Record<string, unknown>): string[];
}

type CreateOperation = "create" | "createIfNotExists" | "createOrReplace";

/** The engine writes the time stamps into the body of a creation, and listeners get the body without them. */
function shallowCopy(step: ExpandedMutation): ExpandedMutation {
  if ("create" in step) return { create: { ...step.create } };
  if ("createOrReplace" in step) return { createOrReplace: { ...step.createOrReplace } };
  return step;
}

/** Runs a step with the Studio's own engine, so that both sides agree on the outcome by construction. */
function replay(transaction: Transaction, before: LakeDocument | null, step: ExpandedMutation): LakeDocument {
  try {
    const { id: transactionId, timestamp } = transaction;
    const mutator = new Mutator({ mutations: [shallowCopy(step) as never], transactionId, timestamp });
    return mutator.apply(before && { ...before }) as LakeDocument;
  } catch (error) {
    throw mutationError(
      `The mutation cannot be applied: ${error instanceof Error ? error.message : "unknown"}`,
    );
  }
}

function selectIds(transaction: Transaction, selector: Selector): string[] {
  if ("query" in selector) return transaction.select(selector.query, selector.params ?? {});
  return [selector.id].flat();
}

function create(
  transaction: Transaction,
  operation: CreateOperation,
  document: DocumentBody,
  index: number,
): MutationResult {
  const prefix = document._id ?? "";
  // `create` with no id, or with one that ends in a dot, asks for a new one.
  const id = operation === "create" && /(^|\.)$/.test(prefix) ? prefix + randomUUID() : prefix;
  checkDocumentId(id);
  const current = transaction.documents.get(id);
  if (current && operation === "create") throw conflicts.exists(index, id);
  if (current && operation === "createIfNotExists") return { id, operation: "none", document: current };
  const _createdAt = document["_createdAt"] ?? current?._createdAt ?? transaction.timestamp;
  const body = { ...document, _id: id, _createdAt } as CompleteBody;
  const step = operation === "createOrReplace" ? { createOrReplace: body } : { create: body };
  const after = replay(transaction, current, step);
  transaction.documents.record(id, step, after);
  return { id, operation: current ? "update" : "create", document: after };
}

function patchOne(transaction: Transaction, id: string, patch: PatchMutation, index: number): MutationResult {
  const current = transaction.documents.get(id);
  if (!current) throw conflicts.missing(index, id);
  const { ifRevisionID, set, setIfMissing, unset, inc, dec, insert, diffMatchPatch } = patch;
  if (ifRevisionID !== undefined && ifRevisionID !== current._rev)
    throw conflicts.revision(index, id, current._rev, ifRevisionID);
  const given = { set, setIfMissing, unset, inc, dec, insert, diffMatchPatch };
  const operations = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const step = { patch: { id, ...operations } };
  const after = replay(transaction, current, step);
  for (const name of ["_id", "_type", "_createdAt"] as const) {
    if (after[name] !== current[name]) throw mutationError(`Cannot modify immutable attribute "${name}"`);
  }
  transaction.documents.record(id, step, after);
  return { id, operation: "update", document: after };
}

function deleteOne(transaction: Transaction, id: string): MutationResult {
  const current = transaction.documents.get(id);
  if (!current) return { id, operation: "none" };
  transaction.documents.record(id, { delete: { id } }, null);
  return { id, operation: "delete", document: current };
}

/**
 * Carries out one mutation on a transaction's working set. `index` is its place in the request.
 * @throws LakeError 400 or 409
 */
export function applyMutation(transaction: Transaction, mutation: Mutation, index: number): MutationResult[] {
  if ("patch" in mutation) {
    const { patch } = mutation;
    return selectIds(transaction, patch).map((id) => patchOne(transaction, id, patch, index));
  }
  if ("delete" in mutation) {
    return selectIds(transaction, mutation.delete).map((id) => deleteOne(transaction, id));
  }
  const [operation, body] = Object.entries(mutation)[0] as [CreateOperation, DocumentBody];
  return [create(transaction, operation, body, index)];
}
