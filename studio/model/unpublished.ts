// Changes that are not published yet. Does not import the Studio, so that it can be tested alone.

/** A draft, or a document of a release. */
export interface Unpublished {
  /** Published id. */
  id: string;
  versionId: string;
  type: string;
  /** ISO time of the last edit. */
  at: string;
  /** Whether nothing of it is on the site yet. */
  isNew: boolean;
  /** "drafts", or the name of the release. */
  perspective: string;
  /** Null for a draft. */
  release: {
    title: string | null;
    /** ISO time at which it is published, or null. */
    publishAt: string | null;
    /** Why it could not be published then, or null. */
    problem: string | null;
  } | null;
}

const MAX = 200;

/** GROQ: the `Unpublished` of `$types`, last edited first. */
export const UNPUBLISHED = `*[_type in $types && (_id in path("drafts.**") || _id in path("versions.**"))]
  | order(_updatedAt desc)[0...${MAX}]{
  "id": _system.group._ref,
  "versionId": _id,
  "type": _type,
  "at": _updatedAt,
  "isNew": !defined(*[_id == ^._system.group._ref][0]._id),
  "perspective": _system.bundleId,
  "release": *[_id == "_.releases." + ^._system.bundleId][0]{
    "title": metadata.title, "publishAt": select(state == "scheduled" => publishAt), "problem": error.message
  }
}`;

/** Returns the author of the first of the transactions that the history sent, one a line; undefined without one. */
export function firstAuthor(lines: unknown): string | undefined {
  const [first] = typeof lines === "string" ? lines.split("\n", 1) : [];
  if (!first) return undefined;
  const { author } = JSON.parse(first) as { author?: unknown };
  return typeof author === "string" ? author : undefined;
}
