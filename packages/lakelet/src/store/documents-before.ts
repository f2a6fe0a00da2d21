import type { LakeDocument } from "../model/document.ts";
import type { ChangeWatch } from "./checkpoint.ts";
import type { DocumentIndex } from "./document-index.ts";
import { compareText } from "./sorted.ts";

/** Documents that are read at once. */
const READ_AT_ONCE = 200;

/**
 * Yields all documents as of the beginning of a watch, some at a time in the order of their ids, whatever is written in between.
 * They are read as they are needed.
 */
export function* batchesBefore(
  { changed }: Pick<ChangeWatch, "changed">,
  documents: Pick<DocumentIndex, "batch">,
): Generator<readonly LakeDocument[]> {
  for (let [from, isLast] = ["", false]; !isLast;) {
    const batch = documents.batch(from, READ_AT_ONCE);
    const last = batch.at(-1)?._id;
    isLast = batch.length < READ_AT_ONCE;
    const were = [...changed].flatMap(([id, before]) =>
      before && id >= from && (isLast || id <= (last ?? "")) ? [before.document] : [],
    );
    const unchanged = batch.filter(({ _id }) => !changed.has(_id));
    from = `${last}\0`;
    yield were.length === 0
      ? unchanged
      : [...unchanged, ...were].toSorted((a, b) => compareText(a._id, b._id));
  }
}

/** Yields the same, one at a time. */
export function* documentsBefore(
  ...asOf: Parameters<typeof batchesBefore>
): Generator<LakeDocument, undefined> {
  for (const batch of batchesBefore(...asOf)) yield* batch;
}
