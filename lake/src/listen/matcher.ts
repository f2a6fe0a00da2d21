import type { LakeDocument } from "../document.ts";
import { textAt } from "../query/document-text.ts";
import { checkParams, isQuick } from "../query/evaluate.ts";
import { evaluate } from "../query/groq.ts";
import { passTest } from "../query/lookup.ts";
import type { QueryParams } from "../query/parse.ts";
import { planFor } from "../query/plan.ts";
import { usesSystem, withSystem } from "../query/system.ts";

/** Who listens, as far as it decides what they hear of. */
export interface Audience {
  /** What `identity()` answers. */
  identity: string;
  /** Which stored documents exist for them. */
  sees(id: string): boolean;
}

export interface Matcher {
  /** True if the query covers the document. Throws what groq-js cannot evaluate. */
  matches(document: LakeDocument | null): boolean;
  /** False for a query that could take long on a single document. */
  quick: boolean;
}

/** They stand in the address. */
const MAX_PARAM_CHARACTERS = 32 * 1024;

/**
 * Makes the test whether a listener's query covers a document: the whole query on a dataset of this one document.
 * So joins do not work, and order, slices and projections do not matter. The same holds on hosted Sanity.
 * @throws LakeError 400 when the query cannot be parsed
 */
export function createMatcher(query: string, params: QueryParams, audience: Audience): Matcher {
  const measured = checkParams(params, MAX_PARAM_CHARACTERS);
  const plan = planFor(query, params);
  const system = usesSystem(query);
  const covers = (dataset: readonly LakeDocument[]): boolean => {
    const sources = plan.sources.map(({ parameter }) => [parameter, dataset] as const);
    const result = evaluate(plan.tree, {
      dataset,
      params: { ...params, ...Object.fromEntries(sources) },
      identity: audience.identity,
      dereference: ({ _ref }) => textAt(_ref, (id) => dataset.find(({ _id }) => _id === id)) ?? null,
    });
    return Array.isArray(result) ? result.length > 0 : Boolean(result);
  };
  const passes = plan.sources.map(({ lookups }) => passTest(lookups, params));
  let unmatched: boolean | undefined;
  /** True where the lookups alone tell that no `*[…]` of the query finds the document, and nothing else could. */
  const isBeside = (document: LakeDocument): boolean => {
    if (plan.scans > 0 || passes.some((pass) => pass(document))) return false;
    unmatched ??= !covers([]);
    return unmatched;
  };
  const matches = (document: LakeDocument | null): boolean => {
    if (!document || !audience.sees(document._id)) return false;
    return !isBeside(document) && covers([system ? withSystem(document) : document]);
  };
  return { matches, quick: isQuick(plan, plan.scans + plan.sources.length, measured) };
}
