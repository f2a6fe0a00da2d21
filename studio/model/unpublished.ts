// Changes that are not published yet. Does not import the Studio, so that it can be tested alone.

/** A draft. */
export interface Unpublished {
  /** Published id. */
  id: string;
  draftId: string;
  type: string;
  /** ISO time of the last edit. */
  at: string;
  /** Whether nothing of it is on the site yet. */
  isNew: boolean;
  /** ISO time at which the site publishes it, or null. */
  publishAt: string | null;
  /** Why the site could not publish it then, or null. */
  problem: string | null;
}

const MAX = 200;
const PUBLISHED_ID = `string::split(^._id, "drafts.")[1]`;

/** GROQ: the `Unpublished` of `$types`, last edited first. */
export const UNPUBLISHED = `*[_type in $types && _id in path("drafts.**")] | order(_updatedAt desc)[0...${MAX}]{
  "id": string::split(_id, "drafts.")[1],
  "draftId": _id,
  "type": _type,
  "at": _updatedAt,
  "isNew": !defined(*[_id == ${PUBLISHED_ID}][0]._id),
  "publishAt": *[_id == "drafts.publish-" + ${PUBLISHED_ID}][0].publishAt,
  "problem": *[_id == "drafts.publish-" + ${PUBLISHED_ID}][0].problem
}`;

/** Returns the author of the first of the transactions that the history sent, one a line; undefined without one. */
export function firstAuthor(lines: unknown): string | undefined {
  const [first] = typeof lines === "string" ? lines.split("\n", 1) : [];
  if (!first) return undefined;
  const { author } = JSON.parse(first) as { author?: unknown };
  return typeof author === "string" ? author : undefined;
}
