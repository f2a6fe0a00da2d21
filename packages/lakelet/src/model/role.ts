import { isPublicId, isReleaseId, publishedIdOf } from "./document.ts";

/**
 * Administrators may do everything; editors everything but with private documents (ids with a dot other than `drafts.` and
 * `versions.`, and private types); viewers see everything and change nothing.
 */
export type Role = "administrator" | "editor" | "viewer";

/** Somebody with a role, without one the lake itself; or null for a stranger. */
type Someone = { role?: Role } | null;

/** A group of actors who see the same documents. */
export type AudienceName = "public" | "editors" | "all";

export function audienceOf(someone: Someone): AudienceName {
  if (!someone) return "public";
  return someone.role === "editor" ? "editors" : "all";
}

const VISIBLE: Readonly<Record<AudienceName, (id: string) => boolean>> = {
  public: isPublicId,
  editors: (id) => isPublicId(publishedIdOf(id)) || isReleaseId(id),
  all: () => true,
};

/**
 * Whether somebody may see the stored document with this id. `type` is its type, for callers that have it; otherwise it is looked up,
 * also of a deleted document.
 */
export type Sees = (id: string, type?: string) => boolean;

/** Types whose documents only administrators see and write, whatever their id. */
export interface PrivateTypes {
  types: ReadonlySet<string>;
  /** Returns the type of a stored document, or that of a deleted one. */
  typeOf(id: string): string | undefined;
}

export const NO_PRIVATE_TYPES: PrivateTypes = { types: new Set(), typeOf: () => undefined };

/** Returns the test which stored documents somebody may see. An actor who can write may change the same ones. */
export function visibleTo(someone: Someone, { types, typeOf }: PrivateTypes): Sees {
  const audience = audienceOf(someone);
  const isVisible = VISIBLE[audience];
  if (audience === "all" || types.size === 0) return isVisible;
  return (id, type) => {
    if (!isVisible(id)) return false;
    const known = type ?? typeOf(id);
    return known === undefined || !types.has(known);
  };
}
