import type { ListedUpload } from "../../files/tus-endpoint.server.ts";
import { isUuid } from "../../platform/uuid.ts";
import { storageMessage } from "../../files/upload-rules.ts";
import { UPLOADS } from "./questionnaire-result.ts";
import type { UploadRow } from "./uploads-state.ts";

/** Name under which a draft keeps its files. */
export const UPLOADS_IN_DRAFT = "uploads";

/** The rows as a draft keeps them: those that are, or can become, files of the submission. */
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

/** The files of a draft that was opened again; what was under way needs its file chosen once more. */
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

/** What the server still has of a draft's files; null when it cannot be asked. */
export async function askForUploads(draftId: string): Promise<ListedUpload[] | null> {
  try {
    const response = await fetch(`${UPLOADS}?${new URLSearchParams({ draft: draftId })}`);
    if (!response.ok) return null;
    return ((await response.json()) as { uploads: ListedUpload[] }).uploads;
  } catch {
    return null;
  }
}

/** Why a row of an opened draft is not what it was, by id: files that were deleted meanwhile, uploads that are whole after all. */
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
