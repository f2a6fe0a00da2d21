import type { ListedUpload } from "../../files/tus-endpoint.server.ts";
import { storageMessage } from "../../files/upload-rules.ts";
import { isUuid } from "../../model/uuid.ts";
import { UPLOADS } from "./questionnaire-result.ts";
import type { UploadRow } from "./uploads-state.ts";

/** Key of the files in a stored draft. */
export const UPLOADS_IN_DRAFT = "uploads";

/** Returns the rows as a draft stores them: those that are, or can become, files of the submission. */
export function uploadsToKeep(rows: readonly UploadRow[]): string {
  const kept = rows.filter(({ state }) => state !== "failed");
  return JSON.stringify(
    kept.map(({ id, name, size, state }) => ({ id, name, size, done: state === "done" })),
  );
}

function isKept(value: unknown): value is { id: string; name: string; size: number; done: boolean } {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, size } = value as Record<string, unknown>;
  return isUuid(id) && typeof name === "string" && typeof size === "number";
}

/** Returns the files of a reopened draft; a file whose upload was interrupted has to be chosen again. */
export function keptUploads(draft: FormData | null): UploadRow[] {
  const text = draft?.get(UPLOADS_IN_DRAFT);
  if (typeof text !== "string") return [];
  try {
    const rows: unknown = JSON.parse(text);
    if (!Array.isArray(rows)) return [];
    return rows.filter(isKept).map(({ id, name, size, done }) => ({
      id,
      name,
      size,
      sent: done ? size : 0,
      state: done ? "done" : "interrupted",
    }));
  } catch {
    return [];
  }
}

/** Returns the uploads of a draft that the server still has; null when it cannot be asked. */
export async function askForUploads(draftId: string): Promise<ListedUpload[] | null> {
  try {
    const response = await fetch(`${UPLOADS}?${new URLSearchParams({ draft: draftId })}`);
    if (!response.ok) return null;
    return ((await response.json()) as { uploads: ListedUpload[] }).uploads;
  } catch {
    return null;
  }
}

/**
 * Returns a row of a reopened draft as the server has it, with the list of `askForUploads`: its file may have been deleted, its
 * upload completed after all.
 */
export function asOnServer(row: UploadRow, present: readonly ListedUpload[]): UploadRow {
  const isWhole = present.some(({ id, whole }) => id === row.id && whole);
  if (row.state === "done" && !isWhole)
    return { ...row, state: "failed", message: storageMessage("storage/object-not-found") };
  return row.state === "interrupted" && isWhole ? { ...row, state: "done", sent: row.size } : row;
}
