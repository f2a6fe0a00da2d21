/** A stored document without the fields that the store adds, so that a test can ask for exactly ours. */
export function ownFields(document: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document ?? {}).filter(([name]) => !name.startsWith("_")));
}
