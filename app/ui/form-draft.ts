/** How long an unfinished form is kept in the browser (decisions.md: 30 days), in milliseconds. */
const DRAFT_MAX_AGE = 30 * 24 * 60 * 60 * 1000;

interface StoredDraft {
  savedAt: number;
  fields: [name: string, value: string][];
}

function isStored(value: unknown): value is StoredDraft {
  if (typeof value !== "object" || value === null) return false;
  const draft = value as Partial<StoredDraft>;
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string");
  return typeof draft.savedAt === "number" && Array.isArray(draft.fields) && draft.fields.every(isPair);
}

/** The kept fields, or null: nothing kept, too old, damaged, or a browser that keeps nothing. */
export function readDraft(key: string, now = Date.now()): FormData | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!isStored(stored) || now - stored.savedAt > DRAFT_MAX_AGE) return null;
    const form = new FormData();
    for (const [name, value] of stored.fields) form.append(name, value);
    return form;
  } catch {
    return null;
  }
}

/** Keeps the text fields of a form; `skip` names those that must never be kept. */
export function saveDraft(
  key: string,
  form: FormData,
  skip: (name: string) => boolean,
  now = Date.now(),
): void {
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !skip(entry[0]),
  );
  try {
    localStorage.setItem(key, JSON.stringify({ savedAt: now, fields } satisfies StoredDraft));
  } catch {
    // A browser that keeps nothing loses the convenience, not the form.
  }
}

export function clearDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing kept, nothing to clear.
  }
}
