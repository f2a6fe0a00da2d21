import { isDeepStrictEqual } from "node:util";

/**
 * Whether a stored document holds what a submission says, whenever it was sent (`submitted_at`, `subscribed_at`) and
 * whatever was noted on it, such as an admin's status or a suspicion.
 */
export function saysTheSame(stored: object, document: object): boolean {
  const held = new Map(Object.entries(stored));
  return Object.entries(document).every(
    ([name, value]) =>
      name.endsWith("_at") || name === "suspected" || isDeepStrictEqual(held.get(name), value),
  );
}
