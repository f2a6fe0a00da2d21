// The bin: what was deleted and can be restored. Does not import the Studio, so that it can be tested alone.

/** A deleted document, as the embedded lake lists it (`packages/lakelet/docs/protocol.md`, "History"). */
export interface Deleted {
  /** Published id. */
  documentId: string;
  type: string;
  /** ISO time of the deletion. */
  timestamp: string;
  /** Id of who deleted it. */
  author: string;
  /** What was deleted: the published document, its draft, or both. */
  versions: string[];
}

interface Stored {
  _id: string;
  _type: string;
}

/** Returns the mutations of the one transaction that brings a document back as it was. Each fails if its id is there again. */
export const restoration = (documents: readonly Stored[]): { create: Stored }[] =>
  documents.map(({ _rev, _updatedAt, ...create }: Stored & { _rev?: unknown; _updatedAt?: unknown }) => ({
    create,
  }));

/** Says what happens when a document is restored. */
export function restoredText({ documentId, versions }: Deleted): string {
  if (!versions.includes(documentId)) return "It was a draft, and is one again.";
  return versions.length > 1
    ? "It was published and had unpublished changes. Both are back at once."
    : "It was published, and is again at once.";
}
