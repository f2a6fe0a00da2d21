import type { LakeDocument } from "../document.ts";
import { isDraftId, publishedIdOf } from "../document.ts";

/** Only a query that mentions `_system` pays for it; hosted Sanity has it on every document. */
export const usesSystem = (query: string): boolean => query.includes("_system");

/** Adds what `_system` would hold: the group a document belongs to. Not stored. */
export function withSystem(document: LakeDocument): LakeDocument {
  const storedId = typeof document["_originalId"] === "string" ? document["_originalId"] : document._id;
  const group = { _ref: publishedIdOf(storedId), _weak: true };
  return { ...document, _system: { group, ...(isDraftId(storedId) ? { bundleId: "drafts" } : {}) } };
}
