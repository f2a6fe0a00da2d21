import type { LakeDocument } from "../document.ts";
import { evaluate } from "../query/groq.ts";
import { parseQuery } from "../query/parse.ts";
import type { QueryParams } from "../query/parse.ts";
import { usesSystem, withSystem } from "../query/system.ts";
import { isQuick } from "../query/tree.ts";

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

/**
 * Makes the test whether a listener's query covers a document: the whole query on a dataset of this one document.
 * So joins do not work, and order, slices and projections do not matter. The same holds on hosted Sanity.
 * @throws LakeError 400 when the query cannot be parsed
 */
export function createMatcher(query: string, params: QueryParams, audience: Audience): Matcher {
  const tree = parseQuery(query, params);
  const system = usesSystem(query);
  const matches = (document: LakeDocument | null): boolean => {
    if (!document || !audience.sees(document._id)) return false;
    const dataset = [system ? withSystem(document) : document];
    const result = evaluate(tree, { dataset, identity: audience.identity, dereference: () => null });
    return Array.isArray(result) ? result.length > 0 : Boolean(result);
  };
  return { matches, quick: isQuick(tree, 1) };
}
