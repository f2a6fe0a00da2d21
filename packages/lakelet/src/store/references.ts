import type { LakeDocument } from "../model/document.ts";
import { isObject } from "../model/json.ts";

/** Ids that a document references. True if a reference is strong: its target must exist. */
export type References = ReadonlyMap<string, boolean>;

/**
 * Returns all references in a document, at any depth. References into another dataset (`_dataset`) count as weak: whether
 * the target exists cannot be known here.
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
