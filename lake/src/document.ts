/** A stored document. Attributes beyond the system fields are the editor's business. */
export interface LakeDocument {
  _id: string;
  _type: string;
  /** Id of the transaction that wrote this state. */
  _rev: string;
  /** ISO 8601, milliseconds, UTC. */
  _createdAt: string;
  /** ISO 8601, milliseconds, UTC; strictly increasing from transaction to transaction. */
  _updatedAt: string;
  [attribute: string]: unknown;
}

const DRAFTS = "drafts.";
const VERSIONS = "versions.";

/** What the content lake accepts as a document id. */
export const DOCUMENT_ID = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

/** True for `drafts.<id>`. */
export const isDraftId = (id: string): boolean => id.startsWith(DRAFTS);

/** True for `versions.<release>.<id>`. */
const isVersionId = (id: string): boolean => id.startsWith(VERSIONS);

/** True for the id of a document in its published state; such an id may hold other dots (`contract.<uuid>`). */
export const isPublishedId = (id: string): boolean => !isDraftId(id) && !isVersionId(id);

/** Ids without a dot are public; everything else needs a token (lake.md d, as on hosted public datasets). */
export const isPublicId = (id: string): boolean => !id.includes(".");

/** `drafts.x` and `versions.r.x` → `x`; a published id is returned as it is. */
export function publishedIdOf(id: string): string {
  if (isDraftId(id)) return id.slice(DRAFTS.length);
  if (isVersionId(id)) return id.split(".").slice(2).join(".");
  return id;
}
