import type { LakeDocument } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import { SITE_QUERIES } from "../model/limits.ts";
import type { QueryLimits } from "../model/limits.ts";
import type { Sees } from "../model/role.ts";
import { callParams } from "../query/calls.ts";
import { checkParams, isQuick } from "../query/evaluate.ts";
import { evaluate } from "../query/groq.ts";
import type { GroqNode } from "../query/groq.ts";
import { passTest } from "../query/lookup.ts";
import type { QueryParams } from "../query/parse.ts";
import { usesSystem, withSystem } from "../query/perspective.ts";
import { planFor } from "../query/plan.ts";
import { textAt } from "../query/text-match.ts";
import type { Change, CommittedTransaction } from "../store/transaction-log.ts";
import { eventText } from "./event-stream.ts";

/** What determines the documents that a listener sees. */
export interface Audience {
  /** Result of `identity()`. */
  identity: string;
  /** True for ids of stored documents that the listener may see. */
  sees: Sees;
}

export interface Matcher {
  /** True if the query covers the document. Throws if groq-js cannot evaluate it. */
  matches(document: LakeDocument | null): boolean;
  /** False for a query that may take long on a single document, and for one that somebody else wrote. */
  quick: boolean;
}

/** They are part of the URL. */
const MAX_PARAM_CHARACTERS = 32 * 1024;

/**
 * Creates the test whether a listener's query covers a document: the whole query on a dataset of this one document. So joins
 * do not work, and order, slices and projections do not matter; hosted Sanity does the same.
 * @param limits `isForeign` and `maxGrowth` apply
 * @throws LakeError 400 if the query cannot be parsed, or may make values longer than the limits allow
 */
export function createMatcher(
  query: string,
  params: QueryParams,
  audience: Audience,
  { isForeign, maxGrowth }: Pick<QueryLimits, "isForeign" | "maxGrowth"> = SITE_QUERIES,
): Matcher {
  const measured = checkParams(params, MAX_PARAM_CHARACTERS);
  const plan = planFor(query, params);
  if (plan.growth > maxGrowth)
    throw validationError(
      `A listener's query may have ${maxGrowth} of the operators + and ... at most, and no array::join`,
    );
  // A listener sees one document: it cannot tell a version with a release from one without.
  const system = usesSystem(query);
  const covers = (dataset: readonly LakeDocument[]): boolean => {
    const evaluateOn = (tree: GroqNode, root?: unknown): unknown =>
      evaluate(tree, {
        dataset,
        root,
        params: { ...params, ...callParams(plan.calls, evaluateOn) },
        identity: audience.identity,
        dereference: ({ _ref }) => textAt(_ref, (id) => dataset.find(({ _id }) => _id === id)) ?? null,
      });
    const result = evaluateOn(plan.parsed);
    return Array.isArray(result) ? result.length > 0 : Boolean(result);
  };
  const passes = plan.sources.map(({ lookups }) => passTest(lookups, params));
  let unmatched: boolean | undefined;
  /** True if the lookups alone show that no `*[…]` of the query finds the document and nothing else can. */
  const isBeside = (document: LakeDocument): boolean => {
    if (plan.scans > 0 || plan.once.length > 0 || plan.outer.length > 0) return false;
    if (passes.some((pass) => pass(document))) return false;
    unmatched ??= !covers([]);
    return unmatched;
  };
  const matches = (document: LakeDocument | null): boolean => {
    if (!document || !audience.sees(document._id, document._type)) return false;
    return !isBeside(document) && covers([system ? withSystem(document, () => true) : document]);
  };
  const quick = !isForeign && isQuick(plan, plan.scans + plan.sources.length, measured);
  return { matches, quick };
}

/** What a listener wants in its events. */
export interface EventOptions {
  includeResult: boolean;
  includePreviousRevision: boolean;
  includeMutations: boolean;
  /** Adds `effects`: Mendoza patches that replace the whole document. */
  mendoza: boolean;
  /** Echoed. Every value is true here: a transaction is on disk and in every query before its event is sent. */
  visibility: string;
}

type Transition = "appear" | "update" | "disappear";

/** One `mutation` event. See docs/protocol.md, "Listener". */
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

/** Mendoza's "replace all": valid, and how the Studio detects creation and deletion. */
const effectsOf = ({ before, after }: Change): object => ({ apply: [0, after], revert: [0, before] });

/**
 * Returns the events of a transaction for one listener: one for each document that its query covers before or after. Applying
 * `mutations` to the document before by `@sanity/mutator` gives the document after.
 */
export function mutationEvents(
  transaction: CommittedTransaction,
  matches: Matches,
  options: EventOptions,
): MutationEvent[] {
  const { transactionId, timestamp, author } = transaction;
  const covered = transaction.changes.flatMap((change) => {
    const transition = transitionOf(change, matches);
    return transition ? [{ change, transition }] : [];
  });
  return covered.map(({ change, transition }, index) => ({
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
    transactionTotalEvents: covered.length,
    transactionCurrentEvent: index + 1,
  }));
}

/** Returns the events as text of an event stream. */
export const mutationText = (events: readonly MutationEvent[]): string =>
  events.map((event) => eventText("mutation", event, event.eventId)).join("");
