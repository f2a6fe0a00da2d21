import { isDeepStrictEqual } from "node:util";

/**
 * Whether a stored document holds what a submission says, whenever it was sent (`submitted_at`, `subscribed_at`) and
 * whatever was noted on it since, such as an admin's status.
 */
export function saysTheSame(stored: object, document: object): boolean {
  const held = new Map(Object.entries(stored));
  return Object.entries(document).every(
    ([name, value]) => name.endsWith("_at") || isDeepStrictEqual(held.get(name), value),
  );
}
