import type { LakeDocument } from "../document.ts";
import type { Change, CommittedTransaction } from "../store/store.ts";

/** What a listener asked to have in its events. */
export interface EventOptions {
  includeResult: boolean;
  includePreviousRevision: boolean;
  includeMutations: boolean;
  /** Adds `effects`: patches in Mendoza format that replace the whole document. */
  mendoza: boolean;
  /** Echoed. Always true here: a transaction is on disk and in every query before its event goes out. */
  visibility: string;
}

type Transition = "appear" | "update" | "disappear";

/** One server-sent `mutation` event (lake.md e). */
export interface MutationEvent {
  eventId: string;
  documentId: string;
  transition: Transition;
  [detail: string]: unknown;
}

type Matches = (document: LakeDocument | null) => boolean;

function transitionOf({ before, after }: Change, matches: Matches): Transition | undefined {
  const was = matches(before);
  const is = matches(after);
  if (was) return is ? "update" : "disappear";
  return is ? "appear" : undefined;
}

/** Mendoza's "replace all": valid, and what tells the Studio of creation and deletion. */
const effectsOf = ({ before, after }: Change): object => ({ apply: [0, after], revert: [0, before] });

/**
 * What a listener is told of a transaction: one event per document that its query covers before or after.
 * Applying `mutations` with `@sanity/mutator` to the document before gives the document after.
 */
export function mutationEvents(
  transaction: CommittedTransaction,
  matches: Matches,
  options: EventOptions,
): MutationEvent[] {
  const { transactionId, timestamp, author } = transaction;
  const heard = transaction.changes.flatMap((change) => {
    const transition = transitionOf(change, matches);
    return transition ? [{ change, transition }] : [];
  });
  return heard.map(({ change, transition }, index) => ({
    eventId: `${transactionId}#${change.id}`,
    documentId: change.id,
    transactionId,
    transition,
    identity: author,
    ...(options.includeMutations ? { mutations: change.mutations } : {}),
    ...(change.before ? { previousRev: change.before._rev } : {}),
    resultRev: transactionId,
    ...(options.includeResult && change.after ? { result: change.after } : {}),
    ...(options.includePreviousRevision && change.before ? { previous: change.before } : {}),
    ...(options.mendoza ? { effects: effectsOf(change) } : {}),
    timestamp,
    visibility: options.visibility,
    transactionTotalEvents: heard.length,
    transactionCurrentEvent: index + 1,
  }));
}
