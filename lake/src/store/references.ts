import type { LakeDocument } from "../document.ts";

/** Ids a document points at; true = at least one of these references is strong (the target must exist). */
export type References = ReadonlyMap<string, boolean>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * All references within a document, however deep. A reference into another dataset (`_dataset`) counts as weak:
 * this lake cannot know whether its target exists.
 */
export function referencesOf(document: LakeDocument): References {
  const found = new Map<string, boolean>();
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const value = pending.pop();
    if (!isObject(value)) continue;
    const target = value["_ref"];
    if (typeof target === "string") {
      const strong = value["_weak"] !== true && value["_dataset"] === undefined;
      found.set(target, strong || found.get(target) === true);
    }
    for (const part of Object.values(value)) if (isObject(part)) pending.push(part);
  }
  return found;
}
