import { isPublicId, isReleaseId, publishedIdOf } from "./document.ts";

/**
 * Administrators may do everything; editors everything but with private documents (ids with a dot other than `drafts.` and
 * `versions.`); viewers see everything and change nothing.
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

/** Returns the test which stored documents somebody may see. An actor who can write may change the same ones. */
export const visibleTo = (someone: Someone): ((id: string) => boolean) => VISIBLE[audienceOf(someone)];
