import { isPublicId, publishedIdOf } from "../document.ts";

/**
 * What somebody may do. Administrators everything; editors everything but with private documents (ids with a dot, beyond
 * `drafts.` and `versions.`); viewers see everything and change nothing.
 */
export type Role = "administrator" | "editor" | "viewer";

/** Who is asking, by a token or by a session. Nobody known means no actor. */
export interface Actor {
  /** Stands in `identity` of listener events and in the history. */
  id: string;
  name: string;
  /** "" when there is none. */
  email: string;
  /** Address of a portrait. */
  picture: string | null;
  role: Role;
  /** What they showed: a browser adds a session by itself, so it proves no intent. */
  by: "token" | "session";
}

/** True for those who may change documents at all. */
export const canWrite = ({ role }: Actor): boolean => role !== "viewer";

/** Those who see the same have the same name. */
export type AudienceName = "public" | "editors" | "all";

export function audienceOf(actor: Actor | null): AudienceName {
  if (!actor) return "public";
  return actor.role === "editor" ? "editors" : "all";
}

const VISIBLE: Readonly<Record<AudienceName, (id: string) => boolean>> = {
  public: isPublicId,
  editors: (id) => isPublicId(publishedIdOf(id)),
  all: () => true,
};

/** The rule which stored documents exist for somebody. It also says which of them they may change, if any. */
export const visibleTo = (actor: Actor | null): ((id: string) => boolean) => VISIBLE[audienceOf(actor)];
