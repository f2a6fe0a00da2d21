import { nameProblem, storageMessage } from "../../files/upload-rules.ts";
import { MAX_FILES, MAX_FILE_BYTES } from "../../model/upload-limits.ts";

/** State of an upload. `interrupted`: bytes are missing and the browser no longer has the file. */
type UploadState = "waiting" | "sending" | "done" | "failed" | "interrupted";

export interface UploadRow {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  state: UploadState;
  /** Bytes that are sent or on their way. */
  sent: number;
  /** Whether the connection was lost and the upload waits for it. */
  isCut?: boolean;
  message?: string;
  /** Whether a failed upload may succeed when retried. */
  again?: boolean;
}

type ChosenFile = Pick<File, "name" | "size">;

/**
 * Returns why a chosen file is not uploaded, or null when it can be. `taken` is the number of files in the draft. The server
 * checks again, also the content.
 */
function refusalOf({ name, size }: ChosenFile, taken: number): string | null {
  if (taken >= MAX_FILES) return storageMessage("storage/too-many-files");
  const problem = nameProblem(name);
  if (problem) return storageMessage(problem);
  if (size === 0) return storageMessage("storage/file-empty");
  if (size > MAX_FILE_BYTES) return storageMessage("storage/file-too-large");
  return null;
}

/** Returns rows for newly chosen files, waiting or failed. */
export function rowsFor(
  files: readonly ChosenFile[],
  present: readonly UploadRow[],
  newId: () => string,
): UploadRow[] {
  let taken = present.filter(({ state }) => state !== "failed").length;
  return files.map(({ name, size }) => {
    const message = refusalOf({ name, size }, taken);
    if (!message) taken += 1;
    const row = { id: newId(), name, size, sent: 0 };
    return message ? { ...row, state: "failed", message } : { ...row, state: "waiting" };
  });
}

export const isOf = ({ name, size }: UploadRow, file: ChosenFile): boolean =>
  name === file.name && size === file.size;

export type FilesProblem = "pending" | "failed";

/** Returns why the files cannot be sent yet: some are on their way, or else some failed; null when all are uploaded. */
export function filesProblem(rows: readonly UploadRow[]): FilesProblem | null {
  if (rows.some(({ state }) => state === "waiting" || state === "sending")) return "pending";
  return rows.some(({ state }) => state !== "done") ? "failed" : null;
}
