import { randomBytes, randomUUID } from "node:crypto";
import { Mutation as Mutator } from "@sanity/mutator";
import { releaseOf } from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import { conflicts, mutationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type {
  CompleteBody,
  DocumentBody,
  ExpandedMutation,
  Mutation,
  MutationResult,
  PatchMutation,
  PatchOperations,
  Selector,
} from "../model/mutation.ts";
import type { Role } from "../model/role.ts";
import type { Change } from "../store/transaction-log.ts";
import { checkDocumentId } from "./parse.ts";
import type { QuerySelector } from "./selections.ts";

interface Touched {
  before: LakeDocument | null;
  after: LakeDocument | null;
  mutations: ExpandedMutation[];
}

/** The documents as a transaction sees them: the stored ones with the effects of its earlier steps. */
export class WorkingSet {
  readonly #stored: (id: string) => LakeDocument | undefined;
  readonly #touched = new Map<string, Touched>();

  constructor(stored: (id: string) => LakeDocument | undefined) {
    this.#stored = stored;
  }

  get(id: string): LakeDocument | null {
    const touched = this.#touched.get(id);
    return touched ? touched.after : (this.#stored(id) ?? null);
  }

  /** Returns the document as it was before the transaction. */
  stored(id: string): LakeDocument | null {
    return this.#stored(id) ?? null;
  }

  /** True if this transaction has written or deleted the document. */
  has(id: string): boolean {
    return this.#touched.has(id);
  }

  /** Ids that this transaction has written or deleted. */
  get touched(): Iterable<string> {
    return this.#touched.keys();
  }

  record(id: string, mutation: ExpandedMutation, after: LakeDocument | null): void {
    const touched = this.#touched.get(id);
    if (touched) {
      touched.after = after;
      touched.mutations.push(mutation);
    } else {
      const before = this.#stored(id) ?? null;
      this.#touched.set(id, { before, after, mutations: [mutation] });
    }
  }

  /** Returns the net changes. A document created and deleted within the transaction is left out. */
  changes(): Change[] {
    const changes: Change[] = [];
    for (const [id, { before, after, mutations }] of this.#touched) {
      const type = (after ?? before)?._type;
      if (type !== undefined) changes.push({ id, type, before, after, mutations });
    }
    return changes;
  }
}

/** Shared by all steps of a transaction. */
export interface Transaction {
  id: string;
  timestamp: string;
  /** Whose rights it has; without a role all of them. */
  author: { id: string; role?: Role };
  documents: WorkingSet;
  /** Returns the ids that begin with a prefix, in order. */
  idsBelow(prefix: string): string[];
  /** Returns the last state of a document, even a deleted one, or null if the history does not have it. */
  lastSeen(id: string): LakeDocument | null;
  /** Returns the ids that a query selects among the documents stored before the transaction. @throws LakeError 400 */
  select(selector: QuerySelector): readonly string[];
}

type CreateOperation = "create" | "createIfNotExists" | "createOrReplace";

/** The mutator writes timestamps into the body of a creation, but listeners get the body without them. */
function shallowCopy(step: ExpandedMutation): ExpandedMutation {
  if ("create" in step) return { create: { ...step.create } };
  if ("createOrReplace" in step) return { createOrReplace: { ...step.createOrReplace } };
  return step;
}

/** Applies a step by the Studio's own code, so that both sides get the same result. */
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

function selectIds(transaction: Transaction, selector: Selector): readonly string[] {
  if ("query" in selector) return transaction.select(selector);
  return [selector.id].flat();
}

function create(
  transaction: Transaction,
  operation: CreateOperation,
  document: DocumentBody,
  index: number,
): MutationResult {
  const prefix = document._id ?? "";
  // `create` without an id, or with one that ends in a dot, generates one.
  const id = operation === "create" && /(^|\.)$/.test(prefix) ? prefix + randomUUID() : prefix;
  checkDocumentId(id);
  const current = transaction.documents.get(id);
  if (current && operation === "create") throw conflicts.exists(index, id);
  // As hosted: `sanity documents create --missing` takes everything else for a document that it created.
  if (current && operation === "createIfNotExists") return { id, operation: "update", document: current };
  const _createdAt = document["_createdAt"] ?? current?._createdAt ?? transaction.timestamp;
  const body = { ...document, _id: id, _createdAt } as CompleteBody;
  const step = operation === "createOrReplace" ? { createOrReplace: body } : { create: body };
  const after = replay(transaction, current, step);
  transaction.documents.record(id, step, after);
  return { id, operation: current ? "update" : "create", document: after };
}

/** True for what may be stored as `_system`: in versions, whether their release will unpublish the document. */
const isSystemOf = (id: string, system: unknown): boolean =>
  system === undefined ||
  (releaseOf(id) !== undefined &&
    isJsonObject(system) &&
    Object.keys(system).every((name) => name === "delete"));

const ASSET_TYPE = /^sanity\.\w+Asset$/;

/** As hosted: importers such as @sanity/import 6.0 set what the exported document of an asset had. */
function withoutTimes(set: PatchOperations["set"]): PatchOperations["set"] {
  const { _createdAt, _updatedAt, _rev, ...rest } = set ?? {};
  return set && rest;
}

function patchOne(transaction: Transaction, id: string, patch: PatchMutation, index: number): MutationResult {
  const current = transaction.documents.get(id);
  if (!current) throw conflicts.missing(index, id);
  const { ifRevisionID, setIfMissing, unset, inc, dec, insert, diffMatchPatch } = patch;
  const set = ASSET_TYPE.test(current._type) ? withoutTimes(patch.set) : patch.set;
  if (ifRevisionID !== undefined && ifRevisionID !== current._rev)
    throw conflicts.revision(index, id, current._rev, ifRevisionID);
  const given = { set, setIfMissing, unset, inc, dec, insert, diffMatchPatch };
  const operations = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const step = { patch: { id, ...operations } };
  const after = replay(transaction, current, step);
  for (const name of ["_id", "_type", "_createdAt"] as const)
    if (after[name] !== current[name]) throw conflicts.immutable(index, id, name);
  if (after["_system"] !== current["_system"] && !isSystemOf(id, after["_system"]))
    throw conflicts.immutable(index, id, "_system");
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
 * Applies one mutation to a transaction's working set, and yields each result, after which it may pause. `index` is its position in
 * the request.
 * @throws LakeError 400 or 409
 */
export function* applyMutation(
  transaction: Transaction,
  mutation: Mutation,
  index: number,
): Generator<MutationResult> {
  if ("patch" in mutation) {
    const { patch } = mutation;
    for (const id of selectIds(transaction, patch)) yield patchOne(transaction, id, patch, index);
  } else if ("delete" in mutation) {
    for (const id of selectIds(transaction, mutation.delete)) yield deleteOne(transaction, id);
  } else {
    const [operation, body] = Object.entries(mutation)[0] as [CreateOperation, DocumentBody];
    yield create(transaction, operation, body, index);
  }
}

const newKey = (): string => randomBytes(6).toString("hex");

function keyItem(item: unknown): void {
  if (isJsonObject(item)) item["_key"] ??= newKey();
}

/** Adds a `_key` to every object in an array, at any depth, in place. */
function keyArrays(root: unknown): void {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) value.forEach(keyItem);
    pending.push(...Object.values(value));
  }
}

function keyPatch({ set, setIfMissing, insert }: PatchOperations): void {
  for (const map of [set, setIfMissing]) {
    keyArrays(map);
    // `tags[0]` and `tags[_key=="a"]` are items of an array themselves.
    for (const [path, value] of Object.entries(map ?? {})) if (path.endsWith("]")) keyItem(value);
  }
  keyArrays(insert);
}

/** Implements `autoGenerateArrayKeys`: 12 hex digits for each object in an array without a key. Changes its argument. */
export function generateArrayKeys(mutations: readonly Mutation[]): void {
  for (const mutation of mutations) {
    if ("patch" in mutation) keyPatch(mutation.patch);
    else if (!("delete" in mutation)) keyArrays(mutation);
  }
}
