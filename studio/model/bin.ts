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
  /** What was deleted: the published document, its draft, or documents of releases. */
  versions: string[];
}

interface Stored {
  _id: string;
  _type: string;
}

/** Fields that the lake writes. */
type Ignored = { _rev?: unknown; _updatedAt?: unknown; _system?: unknown };

const isOfRelease = (id: string): boolean => id.startsWith("versions.");

/**
 * Returns the mutations of the one transaction that brings a document back as it was; as a draft, where it was only in a release.
 * Each fails if its id is there again.
 */
export function restoration(
  { documentId }: Pick<Deleted, "documentId">,
  documents: readonly Stored[],
): { create: Stored }[] {
  const own = documents.filter(({ _id }) => !isOfRelease(_id));
  const drafts = documents.slice(0, 1).map((document) => ({ ...document, _id: `drafts.${documentId}` }));
  return (own.length > 0 ? own : drafts).map(
    ({ _rev, _updatedAt, _system, ...create }: Stored & Ignored) => ({ create }),
  );
}

/** Says what happens when a document is restored. */
export function restoredText({ documentId, versions }: Deleted): string {
  if (versions.every(isOfRelease)) return "It was in a release, and is a draft again.";
  if (!versions.includes(documentId)) return "It was a draft, and is one again.";
  return versions.includes(`drafts.${documentId}`)
    ? "It was published and had unpublished changes. Both are back at once."
    : "It was published, and is again at once.";
}
