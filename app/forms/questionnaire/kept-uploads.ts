import type { ListedUpload } from "../../files/tus-endpoint.server.ts";
import { isUuid } from "../../model/uuid.ts";
import { storageMessage } from "../../files/upload-rules.ts";
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
 * Returns, by id, how the rows of a reopened draft differ from the server's list: files that were deleted, uploads that were
 * completed after all.
 */
export function compareUploads(
  rows: readonly UploadRow[],
  present: readonly ListedUpload[],
): { gone: { id: string; message: string }[]; whole: string[] } {
  const whole = new Map(present.map((upload) => [upload.id, upload.whole]));
  return {
    gone: rows
      .filter(({ id, state }) => state === "done" && !whole.get(id))
      .map(({ id }) => ({ id, message: storageMessage("storage/object-not-found") })),
    whole: rows.filter(({ id, state }) => state === "interrupted" && whole.get(id)).map(({ id }) => id),
  };
}
