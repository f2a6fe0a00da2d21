import { readStored, writeStored } from "./browser-storage.ts";
import { isPristine } from "./pristine.ts";

/** How long an unfinished form is kept in the browser. */
const DRAFT_MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

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

/** Overwrites the draft's fields with what the visitor entered into `form` before the draft was read. */
export function mergeEarlyInput(draft: FormData, form: HTMLFormElement): void {
  const entered = new FormData(form);
  const changed = [...form.elements].filter((control) => !isPristine(control));
  for (const name of new Set(changed.map((control) => control.getAttribute("name") ?? ""))) {
    draft.delete(name);
    for (const value of entered.getAll(name)) draft.append(name, value);
  }
}

/** Returns the stored fields; null when there are none, they are too old or damaged, or storage is blocked. */
export function readDraft(key: string): FormData | null {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? "null");
    if (!isStored(stored) || Date.now() - stored.savedAt > DRAFT_MAX_AGE_MS) return null;
    const form = new FormData();
    for (const [name, value] of stored.fields) form.append(name, value);
    return form;
  } catch {
    return null;
  }
}

/** Stores the text fields of a form, without those that `skip` names. */
export function saveDraft(
  key: string,
  form: FormData,
  skip: (name: string) => boolean,
  now = Date.now(),
): void {
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !skip(entry[0]),
  );
  writeStored(key, JSON.stringify({ savedAt: now, fields } satisfies StoredDraft));
}

export function clearDraft(key: string): void {
  writeStored(key, null);
}
