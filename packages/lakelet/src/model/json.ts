import { validationError } from "./errors.ts";
import { LIMITS } from "./limits.ts";

export type JsonObject = Record<string, unknown>;

/** True for an object or an array. */
export const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null;

/** True for an object that is neither null nor an array. */
export const isJsonObject = (value: unknown): value is JsonObject => isObject(value) && !Array.isArray(value);

/** Attribute names that @sanity/mutator and groq-js would misread. */
const FORBIDDEN_NAMES = new Set(["__proto__", "hasOwnProperty"]);

/**
 * Rejects values that are nested too deeply or have an attribute name or a number that cannot be stored. Stops at the limit, so
 * that deep input cannot exhaust the stack.
 * @throws LakeError 400
 */
export function checkJson(value: unknown, depth = 0): void {
  // `JSON.parse` reads 1e400 as Infinity, and `inc` may get there, but on disk it would be null.
  if (typeof value === "number" && !Number.isFinite(value)) throw validationError("A number is too large");
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

/** Returns a deep copy without `undefined`. Check the depth first. */
export const cloneJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The size of a JSON value. */
export interface Measured {
  /** Strings, numbers, arrays, objects and so on, at any depth. */
  values: number;
  /** Approximate length as JSON text. */
  characters: number;
}

/**
 * Measures a value as JSON without serializing it. Stops beyond `maxCharacters`: a result may contain the same part a
 * million times.
 * @throws RangeError if nesting exhausts the stack
 */
export function measureJson(value: unknown, maxCharacters: number): Measured {
  let values = 0;
  let characters = 0;
  const visit = (part: unknown): void => {
    values += 1;
    if (typeof part === "string") characters += part.length + 2;
    else if (typeof part !== "object" || part === null) characters += 5;
    else if (Array.isArray(part)) {
      characters += 2;
      for (const one of part) {
        if (characters > maxCharacters) return;
        characters += 1;
        visit(one);
      }
    } else {
      characters += 2;
      for (const name in part) {
        if (characters > maxCharacters) return;
        characters += name.length + 4;
        visit((part as Record<string, unknown>)[name]);
      }
    }
  };
  visit(value);
  return { values, characters };
}
