import { randomUUID } from "node:crypto";
import type { LakeDocument } from "../model/document.ts";
import { LakeError, conflicts, insufficientPermissions, validationError } from "../model/errors.ts";
import { checkJson } from "../model/json.ts";
import { LIMITS, SHORT_SELECTIONS_MS } from "../model/limits.ts";
import type { CommitOptions, CommitResult, Mutation, MutationResult } from "../model/mutation.ts";
import { NO_PRIVATE_TYPES, visibleTo } from "../model/role.ts";
import type { PrivateTypes, Sees } from "../model/role.ts";
import { tookLonger } from "../query/deadline.ts";
import { checkSelected, isTooLong } from "../query/evaluate.ts";
import type { DocumentIndex } from "../store/document-index.ts";
import type { Store } from "../store/store.ts";
import { derive } from "../store/transaction-log.ts";
import type { Change, Derived } from "../store/transaction-log.ts";
import { WorkingSet, applyMutation, generateArrayKeys } from "./apply.ts";
import type { Transaction } from "./apply.ts";
import { checkReleases } from "./check-releases.ts";
import type { Attempt, GroupCommit, Work } from "./group-commit.ts";
import { parseMutations } from "./parse.ts";
import { Outdated, querySelectorOf } from "./selections.ts";
import type { QuerySelector, Selections } from "./selections.ts";

function checkSize(id: string, json: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(json);
  if (bytes <= maxBytes) return;
  const description = `Document "${id}" has ${bytes} bytes; at most ${maxBytes} are allowed`;
  throw new LakeError(413, { error: { type: "documentTooLargeError", description } });
}

/**
 * Checks the result of a whole transaction: no document of another type or too large, no strong reference without its target. Looks
 * only at what the transaction changes, so the cost does not grow with the dataset. Returns what it derived of each change; may pause
 * after each.
 * @throws LakeError 400, 409 or 413
 */
function* checkIntegrity(
  changes: readonly Change[],
  stored: DocumentIndex,
  documents: WorkingSet,
  { maxBytes, sees }: { maxBytes: number; sees: Sees },
): Work<Derived[]> {
  const all: Derived[] = [];
  for (const change of changes) {
    // Not even `delete` and `create` in one transaction may change it.
    if (change.before && change.after && change.before._type !== change.after._type)
      throw conflicts.immutable(0, change.id, "_type");
    checkJson(change.after);
    const derived = derive(change);
    if (derived.json !== null) checkSize(change.id, derived.json, maxBytes);
    for (const [target, strong] of derived.references) {
      if (strong && !documents.get(target)) throw conflicts.dangling(change.id, target);
    }
    all.push(derived);
    yield;
  }
  for (const { id, after } of changes) {
    if (after !== null) continue;
    const referrers = [...stored.referrersOf(id)].filter(
      (from) => !documents.has(from) && stored.refersStrongly(from, id),
    );
    if (referrers.length > 0)
      throw conflicts.referenced(
        id,
        referrers.filter((from) => sees(from)),
      );
  }
  return all;
}

/** @throws LakeError 403 if a document has, or had, a type that is closed to the author */
function checkTypes(changes: readonly Change[], closedTypes: ReadonlySet<string>): void {
  for (const { before, after } of changes)
    for (const document of [before, after])
      if (document && closedTypes.has(document._type))
        throw insufficientPermissions(after ? "update" : "delete");
}

const TRANSACTION_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** 22 hex digits as on hosted Sanity, beginning with the time: consecutive ids are stored side by side. */
const newTransactionId = (): string => Date.now().toString(16).padStart(12, "0") + randomUUID().slice(-10);

function transactionIdOf(options: CommitOptions): string {
  const id = options.transactionId ?? newTransactionId();
  if (!TRANSACTION_ID.test(id)) throw validationError("Invalid transactionId");
  return id;
}

/**
 * Finds the documents of `patch` and `delete` by query among those that the author may see.
 * @throws LakeError 400, also if it takes longer than `deadlineMs`
 */
export type Select = (selector: QuerySelector, sees: Sees, deadlineMs: number) => readonly string[];

/** Runs the steps of a transaction in order and writes all or nothing. Resolves once it is on disk. */
export type Transact = <Result>(
  options: CommitOptions,
  steps: (transaction: Transaction) => Work<Result>,
) => Promise<{ transactionId: string; result: Result }>;

/** Limits the time of all queries of a transaction together. */
function withBudget(
  select: (selector: QuerySelector, deadlineMs: number) => readonly string[],
): Transaction["select"] {
  let leftMs = SHORT_SELECTIONS_MS;
  return (selector) => {
    if (leftMs < 1) throw tookLonger(SHORT_SELECTIONS_MS);
    const started = performance.now();
    try {
      return select(selector, Math.floor(leftMs));
    } finally {
      leftMs -= performance.now() - started;
    }
  };
}

/** Limits the number of documents that all queries of a transaction select, for patches and for deletion. */
function counted(select: Transaction["select"], mutations: readonly Mutation[]): Transaction["select"] {
  const patches = new Set<object>(mutations.flatMap((one) => ("patch" in one ? [one.patch] : [])));
  let patched = 0;
  let deleted = 0;
  return (selector) => {
    const ids = select(selector);
    if (patches.has(selector)) checkSelected((patched += ids.length), LIMITS.patchedDocuments);
    else checkSelected((deleted += ids.length), LIMITS.deletedDocuments);
    return ids;
  };
}

interface Limits {
  /** Default: as hosted Sanity. */
  maxDocumentBytes?: number | undefined;
  /** Default: none. */
  privateTypes?: PrivateTypes;
}

/** Creates the only function that writes to the store. Callers are served in order. */
export function createTransact(
  store: Store,
  select: Select,
  commits: GroupCommit,
  limits: Limits = {},
): Transact {
  return async (options, steps) => {
    const transactionId = transactionIdOf(options);
    const given = { ...options, ...limits, id: transactionId };
    const result = await commits.add(() => attempt(store, select, given, steps));
    return { transactionId, result };
  };
}

/** Writing more changes than this is worth a turn of the event loop of its own. */
const LARGE = 200;

/** Runs the steps and writes their result. If it throws, nothing has changed. */
function* attempt<Result>(
  store: Store,
  select: Select,
  options: CommitOptions & Limits & { id: string },
  steps: (transaction: Transaction) => Work<Result>,
): Work<Attempt<Result>> {
  const { id: transactionId, role, maxDocumentBytes = LIMITS.documentBytes } = options;
  const { privateTypes = NO_PRIVATE_TYPES } = options;
  // Ids are revisions: with two states of one revision `ifRevisionID` would let a client overwrite what it has not seen.
  if (options.transactionId !== undefined && store.history.seqOf(transactionId) !== undefined)
    throw conflicts.transactionId(transactionId);
  const timestamp = store.nextTimestamp();
  const sees = visibleTo(options, privateTypes);
  // Every read and write of a step passes here, so nobody learns that a hidden document exists.
  const documents = new WorkingSet((id): LakeDocument | undefined => {
    if (!sees(id)) throw insufficientPermissions("update");
    return store.documents.get(id);
  });
  const result = yield* steps({
    id: transactionId,
    timestamp,
    author: { id: options.author, ...(role ? { role } : {}) },
    documents,
    idsBelow: (prefix) => {
      const touched = [...documents.touched].filter((id) => id.startsWith(prefix));
      const ids = new Set([...store.documents.idsBelow(prefix), ...touched]);
      return [...ids].filter((id) => documents.get(id)).toSorted();
    },
    lastSeen: (id) => store.history.lastSeen(id),
    select: withBudget((selector, deadlineMs) => select(selector, sees, deadlineMs)),
  });
  const changes = documents.changes();
  if (role === "editor") checkTypes(changes, privateTypes.types);
  const derived = yield* checkIntegrity(changes, store.documents, documents, {
    maxBytes: maxDocumentBytes,
    sees,
  });
  if (options.dryRun || changes.length === 0) return { result };
  const committed = { transactionId, timestamp, author: options.author, changes };
  if (changes.length > LARGE) {
    yield "pause";
    // Otherwise its commit may have to do that as well, which takes longer than the commit itself.
    store.checkpointJournal();
    yield "pause";
  }
  store.write(committed, derived);
  return { result, committed };
}

/** How often the queries of a transaction are run again because documents changed meanwhile. */
const MAX_ATTEMPTS = 3;

/**
 * Creates `commit`, which checks a list of mutations and runs it as one transaction. Queries that take too long within it are run
 * by `findLong` before.
 */
export const createCommit =
  (
    transact: Transact,
    findLong?: (selectors: QuerySelector[], options: CommitOptions) => Promise<Selections>,
  ) =>
  async (given: unknown, options: CommitOptions): Promise<CommitResult> => {
    const mutations = parseMutations(given, options.owned);
    if (options.autoGenerateArrayKeys) generateArrayKeys(mutations);
    const run = async (selections?: Selections): Promise<CommitResult> => {
      const { transactionId, result } = await transact(options, function* (transaction) {
        const found = selections
          ? (selector: QuerySelector) => selections.idsOf(selector)
          : transaction.select;
        const select = counted(found, mutations);
        const selecting = { ...transaction, select };
        const results: MutationResult[] = [];
        for (const [index, mutation] of mutations.entries())
          for (const one of applyMutation(selecting, mutation, index)) {
            results.push(one);
            yield;
          }
        checkReleases(transaction.documents, "mutations");
        return results;
      });
      return { transactionId, results: result };
    };
    const selectors = mutations.flatMap((mutation) => querySelectorOf(mutation) ?? []);
    if (!findLong || selectors.length === 0) return run();
    try {
      return await run();
    } catch (error) {
      if (!isTooLong(error)) throw error;
    }
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      const selections = await findLong(selectors, options);
      try {
        return await run(selections);
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
      } finally {
        selections.end();
      }
    }
    throw conflicts.outdated();
  };
