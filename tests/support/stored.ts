/** Returns a stored document without the fields that the store adds, to compare it exactly. */
export function ownFields(document: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document ?? {}).filter(([name]) => !name.startsWith("_")));
}
