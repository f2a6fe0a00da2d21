/** The value at a dotted path of a document, or undefined. */
function at(document: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], document);
}

/** An absent field says the same as an empty one. */
function same(current: unknown, wanted: unknown): boolean {
  if (current === undefined && (wanted === 0 || wanted === false || wanted === "")) return true;
  return JSON.stringify(current) === JSON.stringify(wanted);
}

/** Those of the wanted fields (by path) that a document does not have yet; null when it has them all. */
export function changedFields(
  document: object,
  wanted: Record<string, unknown>,
): Record<string, unknown> | null {
  const changed = Object.entries(wanted).filter(([path, value]) => !same(at(document, path), value));
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}
