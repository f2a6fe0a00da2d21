import { randomBytes } from "node:crypto";
import { validationError } from "../errors.ts";
import type { CommittedTransaction, Store } from "../store/store.ts";
import { applyMutation } from "./apply.ts";
import type { Transaction } from "./apply.ts";
import { generateArrayKeys } from "./array-keys.ts";
import { checkIntegrity } from "./integrity.ts";
import { parseMutations } from "./parse.ts";
import type { CommitOptions, CommitOutcome } from "./types.ts";
import { WorkingSet } from "./working-set.ts";

const TRANSACTION_ID = /^[A-Za-z0-9._-]{1,128}$/;

function transactionIdOf(options: CommitOptions): string {
  const id = options.transactionId ?? randomBytes(11).toString("hex");
  if (!TRANSACTION_ID.test(id)) throw validationError("Invalid transactionId");
  return id;
}

/** How `patch` and `delete` by query find their documents. */
export type Select = Transaction["select"];

/**
 * Makes the one way into the store. Everything runs without pause, so concurrent callers are served one after
 * another; `published` hears of every transaction that is on disk.
 */
export function createCommit(
  store: Store,
  select: Select,
  published: (transaction: CommittedTransaction) => void,
): (mutations: unknown, options: CommitOptions) => CommitOutcome {
  return (given, options) => {
    const mutations = parseMutations(given);
    if (options.autoGenerateArrayKeys) generateArrayKeys(mutations);
    const transactionId = transactionIdOf(options);
    const timestamp = store.nextTimestamp();
    const documents = new WorkingSet((id) => store.documents.get(id));
    const transaction = { id: transactionId, timestamp, documents, select };
    const results = mutations.flatMap((mutation, index) => applyMutation(transaction, mutation, index));
    const changes = documents.changes();
    checkIntegrity(changes, store.documents, documents);
    if (!options.dryRun && changes.length > 0) {
      const committed = { transactionId, timestamp, author: options.author, changes };
      store.write(committed);
      published(committed);
    }
    return { transactionId, results };
  };
}
