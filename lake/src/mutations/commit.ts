import { randomUUID } from "node:crypto";
import type { LakeDocument } from "../document.ts";
import { insufficientPermissions, validationError } from "../errors.ts";
import type { Store } from "../store/store.ts";
import { applyMutation } from "./apply.ts";
import type { Transaction } from "./apply.ts";
import { generateArrayKeys } from "./array-keys.ts";
import type { Attempt, GroupCommit } from "./group-commit.ts";
import { checkIntegrity } from "./integrity.ts";
import { parseMutations } from "./parse.ts";
import type { CommitOptions, CommitOutcome } from "./types.ts";
import { WorkingSet } from "./working-set.ts";

const TRANSACTION_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** 22 hexadecimal digits, as hosted ones. They begin with the time: what comes one after another is stored side by side. */
const newTransactionId = (): string => Date.now().toString(16).padStart(12, "0") + randomUUID().slice(-10);

function transactionIdOf(options: CommitOptions): string {
  const id = options.transactionId ?? newTransactionId();
  if (!TRANSACTION_ID.test(id)) throw validationError("Invalid transactionId");
  return id;
}

/** How `patch` and `delete` by query find their documents, among those that exist for the author. */
export type Select = (
  query: string,
  params: Record<string, unknown>,
  sees: (id: string) => boolean,
) => string[];

/** Runs the steps of a transaction on what the ones before left, then writes all of them or nothing. Resolves once that is on disk. */
export type Transact = <Result>(
  options: CommitOptions,
  steps: (transaction: Transaction) => Result,
) => Promise<{ transactionId: string; result: Result }>;

const everything = (): boolean => true;

/** Makes the one way into the store. Callers are served in the order in which they came. */
export function createTransact(store: Store, select: Select, commits: GroupCommit): Transact {
  return async (options, steps) => {
    const transactionId = transactionIdOf(options);
    const result = await commits.add(() => attempt(store, select, { ...options, transactionId }, steps));
    return { transactionId, result };
  };
}

/** Runs the steps and hands what they come to to the database. What it throws has changed nothing. */
function attempt<Result>(
  store: Store,
  select: Select,
  options: CommitOptions & { transactionId: string },
  steps: (transaction: Transaction) => Result,
): Attempt<Result> {
  const { transactionId } = options;
  const timestamp = store.nextTimestamp();
  const sees = options.sees ?? everything;
  // Whatever a step reads or writes passes here first, so nobody learns even that a hidden document exists.
  const documents = new WorkingSet((id): LakeDocument | undefined => {
    if (!sees(id)) throw insufficientPermissions("update");
    return store.documents.get(id);
  });
  const result = steps({
    id: transactionId,
    timestamp,
    documents,
    select: (query, params) => select(query, params, sees),
  });
  const changes = documents.changes();
  const derived = checkIntegrity(changes, store.documents, documents);
  if (options.dryRun || changes.length === 0) return { result };
  const committed = { transactionId, timestamp, author: options.author, changes };
  store.write(committed, derived);
  return { result, committed };
}

/** Makes `commit`: a list of mutations of whatever origin as one transaction. */
export const createCommit =
  (transact: Transact) =>
  async (given: unknown, options: CommitOptions): Promise<CommitOutcome> => {
    const mutations = parseMutations(given, options.owned);
    if (options.autoGenerateArrayKeys) generateArrayKeys(mutations);
    const { transactionId, result } = await transact(options, (transaction) =>
      mutations.flatMap((mutation, index) => applyMutation(transaction, mutation, index)),
    );
    return { transactionId, results: result };
  };
