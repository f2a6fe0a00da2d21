/** A stored document. All attributes but these system fields are free. */
export interface LakeDocument {
  _id: string;
  _type: string;
  /** Id of the transaction that wrote this state. */
  _rev: string;
  /** ISO 8601, milliseconds, UTC. */
  _createdAt: string;
  /** ISO 8601, milliseconds, UTC. Strictly increasing from transaction to transaction. */
  _updatedAt: string;
  [attribute: string]: unknown;
}

const DRAFTS = "drafts.";
/** What the ids of the versions of every release begin with. */
export const VERSIONS = "versions.";

/** Valid document ids: no part between dots is empty or begins with `-` (https://www.sanity.io/docs/content-lake/ids). */
export const DOCUMENT_ID = /^(?=.{1,128}$)[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_][A-Za-z0-9_-]*)*$/;

/** True for `drafts.<id>`. */
export const isDraftId = (id: string): boolean => id.startsWith(DRAFTS);

/** True for `versions.<release>.<id>`. */
const isVersionId = (id: string): boolean => id.startsWith(VERSIONS);

/** True for the id of a published document, which may contain other dots (`contract.<uuid>`). */
export const isPublishedId = (id: string): boolean => !isDraftId(id) && !isVersionId(id);

/** True for ids without a dot, which need no token. See docs/protocol.md, "Visibility and perspectives". */
export const isPublicId = (id: string): boolean => !id.includes(".");

/** `_type` of the document that describes a release. */
export const RELEASE_TYPE = "system.release";

const RELEASES = "_.releases.";

/** Returns the id of the document that describes a release. */
export const releaseIdOf = (name: string): string => RELEASES + name;

/** Returns the name of a release from its document's id. An imported release may have no `name`. */
export const releaseNameOf = (id: string): string => id.replace(RELEASES, "");

/** Returns the state of a release. An imported release without a state is active. */
export const stateOf = ({ state = "active" }: Readonly<Record<string, unknown>>): unknown => state;

export const isReleaseId = (id: string): boolean => id.startsWith(RELEASES);

/** Returns what the ids of a release's versions begin with. */
export const versionsPrefix = (release: string): string => `${VERSIONS}${release}.`;

/** Returns the release of a version, undefined for any other id. */
export const releaseOf = (id: string): string | undefined => (isVersionId(id) ? id.split(".")[1] : undefined);

/** True for a version whose release will unpublish the document. */
export function isStagedForUnpublishing({ _system: system }: Readonly<Record<string, unknown>>): boolean {
  return typeof system === "object" && system !== null && "delete" in system && system.delete === true;
}

/** Returns `x` for `drafts.x`, `versions.r.x` and `x`. */
export function publishedIdOf(id: string): string {
  if (isDraftId(id)) return id.slice(DRAFTS.length);
  if (isVersionId(id)) return id.split(".").slice(2).join(".");
  return id;
}
