import { LakeError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { DocumentIndex } from "../store/document-index.ts";
import { derive } from "../store/store.ts";
import type { Change, Derived } from "../store/store.ts";
import { conflicts } from "./conflicts.ts";
import { checkJson } from "./json.ts";
import type { WorkingSet } from "./working-set.ts";

function checkSize(id: string, json: string): void {
  const bytes = Buffer.byteLength(json);
  if (bytes <= LIMITS.documentBytes) return;
  const description = `Document "${id}" has ${bytes} bytes; at most ${LIMITS.documentBytes} are allowed`;
  throw new LakeError(413, { error: { type: "documentTooLargeError", description } });
}

/**
 * Checks what a whole transaction leaves behind: no document too large, no strong reference to a document that is
 * not there. Only what the transaction changes is looked at, so that its cost does not grow with the dataset. Answers what
 * it found out about each change on the way.
 * @throws LakeError 409 or 413
 */
export function checkIntegrity(
  changes: readonly Change[],
  stored: DocumentIndex,
  documents: WorkingSet,
): Derived[] {
  const all = changes.map((change) => {
    checkJson(change.after);
    const derived = derive(change);
    if (derived.json !== null) checkSize(change.id, derived.json);
    for (const [target, strong] of derived.references) {
      if (strong && !documents.get(target)) throw conflicts.dangling(change.id, target);
    }
    return derived;
  });
  for (const { id, after } of changes) {
    if (after !== null) continue;
    const referrers = [...stored.referrersOf(id)].filter(
      (from) => !documents.has(from) && stored.refersStrongly(from, id),
    );
    if (referrers.length > 0) throw conflicts.referenced(id, referrers);
  }
  return all;
}
