import { isReleaseId, releaseIdOf, releaseOf, stateOf } from "../model/document.ts";
import { conflicts, validationError } from "../model/errors.ts";
import type { WorkingSet } from "./apply.ts";

/**
 * Checks a whole transaction: only actions change releases, and versions change only while their release is active, or when it
 * changes its state.
 * @throws LakeError 400 or 409
 */
export function checkReleases(documents: WorkingSet, by: "mutations" | "actions"): void {
  for (const id of documents.touched) {
    if (by === "mutations" && isReleaseId(id))
      throw validationError(`Only actions change releases ("${id}")`);
    const name = releaseOf(id);
    if (name === undefined) continue;
    const releaseId = releaseIdOf(name);
    const release = documents.get(releaseId);
    const state = release ? stateOf(release) : "active";
    if (state !== "active" && documents.stored(releaseId)?.["state"] === state)
      throw conflicts.releaseState(0, releaseId, state, `changed ("${id}")`);
  }
}
