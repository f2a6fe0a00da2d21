import { validationError } from "../errors.ts";
import { LIMITS } from "../limits.ts";

export type JsonObject = Record<string, unknown>;

/** True for `{…}`: not null, not an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Attribute names that the packages at work below would take for something else. */
const FORBIDDEN_NAMES = new Set(["__proto__", "hasOwnProperty"]);

/**
 * Refuses a value nested too deeply or with an attribute name that cannot be stored. Goes no deeper than the limit, so that
 * the depth of the input cannot exhaust the stack.
 */
export function checkJson(value: unknown, depth = 0): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > LIMITS.documentDepth)
    throw validationError(`Nested deeper than ${LIMITS.documentDepth} levels`);
  if (Array.isArray(value)) {
    for (const part of value) checkJson(part, depth + 1);
    return;
  }
  for (const name of Object.keys(value)) {
    if (FORBIDDEN_NAMES.has(name)) throw validationError(`Attribute name "${name}" is not allowed`);
    checkJson((value as JsonObject)[name], depth + 1);
  }
}

/** A deep copy without `undefined`, so that what is stored belongs to the store alone. Check the depth first. */
export const cloneJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
