import { validationError } from "../errors.ts";
import { LIMITS } from "../limits.ts";

export type JsonObject = Record<string, unknown>;

/** True for `{…}`: not null, not an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Attribute names that the packages at work below would take for something else. */
const FORBIDDEN_NAMES = new Set(["__proto__", "hasOwnProperty"]);

/**
 * Refuses a value nested too deeply or with an attribute name that cannot be stored. Does not recurse, so that
 * the depth of the input cannot exhaust the stack.
 */
export function checkJson(root: unknown): void {
  const pending: Array<[value: unknown, depth: number]> = [[root, 0]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, depth] = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > LIMITS.documentDepth)
      throw validationError(`Nested deeper than ${LIMITS.documentDepth} levels`);
    for (const [name, part] of Object.entries(value)) {
      if (FORBIDDEN_NAMES.has(name)) throw validationError(`Attribute name "${name}" is not allowed`);
      pending.push([part, depth + 1]);
    }
  }
}

/** A deep copy without `undefined`, so that what is stored belongs to the store alone. Check the depth first. */
export const cloneJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
