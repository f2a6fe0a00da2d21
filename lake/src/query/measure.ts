/** How large a JSON value is. */
export interface Measured {
  /** Texts, numbers, lists, objects and so on, at any depth. */
  values: number;
  /** About the length of its JSON text, in characters. */
  characters: number;
}

/**
 * Measures a value as JSON text, without making the text. Stops once it is larger than `maxCharacters`: a result may refer
 * to the same part a million times.
 * @throws RangeError when it is nested beyond the stack
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
