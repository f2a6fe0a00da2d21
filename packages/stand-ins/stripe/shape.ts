/**
 * What a value can be: anything (1), one of several words divided by `|`, of which `number` and `boolean` stand for all of their kind, or
 * an object with fields. A list has the shape of its elements.
 */
export type Shape = 1 | string | { readonly [name: string]: Shape };

const isOneOf = (value: string, words: string): boolean =>
  words
    .split("|")
    .some(
      (word) =>
        word === value ||
        (word === "number" && /^-?\d+(\.\d+)?$/.test(value)) ||
        (word === "boolean" && /^(true|false)$/.test(value)),
    );

const isIndex = (name: string): boolean => /^\d+$/.test(name);

interface Outside {
  /** `items[0][price]`. */
  path: string;
  /** What it may be; absent for a name that is not known. */
  words?: string;
}

/** Returns the first value that is outside of a shape, or null. Null is inside of every shape. */
export function outsideOf(value: unknown, shape: Shape | true, path = ""): Outside | null {
  if (shape === 1 || shape === true || value === null || value === undefined) return null;
  const isPlain = typeof value !== "object";
  if (typeof shape === "string" && isPlain)
    return isOneOf(String(value), shape) ? null : { path, words: shape };
  if (isPlain) return null;
  for (const [name, part] of Object.entries(value)) {
    const shown = path ? `${path}[${name}]` : name;
    // A list, also one whose places are counted by its sender.
    const isElement = path !== "" && isIndex(name);
    if (!isElement && (typeof shape === "string" || !Object.hasOwn(shape, name))) return { path: shown };
    const found = outsideOf(
      part,
      isElement ? shape : ((shape as { [name: string]: Shape })[name] ?? 1),
      shown,
    );
    if (found) return found;
  }
  return null;
}
