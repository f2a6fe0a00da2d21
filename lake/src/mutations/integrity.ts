import { LakeError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { DocumentIndex } from "../store/document-index.ts";
import { referencesOf } from "../store/references.ts";
import type { Change } from "../store/store.ts";
import { conflicts } from "./conflicts.ts";
import { checkJson } from "./json.ts";
import type { WorkingSet } from "./working-set.ts";

function checkSize({ id, after }: Change): void {
  checkJson(after);
  const bytes = Buffer.byteLength(JSON.stringify(after));
  if (bytes <= LIMITS.documentBytes) return;
  const description = `Document "${id}" has ${bytes} bytes; at most ${LIMITS.documentBytes} are allowed`;
  throw new LakeError(413, { error: { type: "documentTooLargeError", description } });
}

/**
 * Checks what a whole transaction leaves behind: no document too large, no strong reference to a document that is
 * not there. Only what the transaction changes is looked at, so that its cost does not grow with the dataset.
 * @throws LakeError 409 or 413
 */
export function checkIntegrity(
  changes: readonly Change[],
  stored: DocumentIndex,
  documents: WorkingSet,
): void {
  for (const change of changes) {
    if (change.after === null) continue;
    checkSize(change);
    for (const [target, strong] of referencesOf(change.after)) {
      if (strong && !documents.get(target)) throw conflicts.dangling(change.id, target);
    }
  }
  for (const { id, after } of changes) {
    if (after !== null) continue;
    const referrers = [...stored.referrersOf(id)].filter(
      (from) => !documents.has(from) && stored.refersStrongly(from, id),
    );
    if (referrers.length > 0) throw conflicts.referenced(id, referrers);
  }
}
