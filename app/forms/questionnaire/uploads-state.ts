import { MAX_FILES, MAX_FILE_BYTES } from "../../model/upload-limits.ts";
import { allowedExtension } from "../../files/upload-rules.ts";
import { storageMessage } from "../../files/upload-rules.ts";

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

export type UploadChange =
  | { type: "added"; rows: readonly UploadRow[] }
  | { type: "resumed"; id: string }
  | { type: "sending"; id: string }
  | { type: "progress"; id: string; sent: number }
  | { type: "connection"; id: string; isCut: boolean }
  | { type: "done"; id: string }
  | { type: "failed"; id: string; message: string; again?: boolean }
  | { type: "removed"; id: string };

function changed(row: UploadRow, change: Exclude<UploadChange, { type: "added" | "removed" }>): UploadRow {
  const { message: _message, again: _again, isCut: _isCut, ...rest } = row;
  switch (change.type) {
    case "resumed":
      return { ...rest, state: "waiting" };
    case "sending":
      return { ...rest, state: "sending" };
    case "progress":
      return { ...row, sent: change.sent };
    case "connection":
      return { ...row, isCut: change.isCut };
    case "done":
      return { ...rest, state: "done", sent: row.size };
    case "failed":
      return { ...rest, state: "failed", message: change.message, again: change.again ?? false };
  }
}

export function uploadsReducer(rows: readonly UploadRow[], change: UploadChange): readonly UploadRow[] {
  if (change.type === "added") return [...rows, ...change.rows];
  if (change.type === "removed") return rows.filter(({ id }) => id !== change.id);
  return rows.map((row) => (row.id === change.id ? changed(row, change) : row));
}

interface ChosenFile {
  name: string;
  size: number;
}

/**
 * Returns why a chosen file is not uploaded, or null when it can be. `taken` is the number of files in the draft. The server
 * checks again, also the content.
 */
function refusalOf({ name, size }: ChosenFile, taken: number): string | null {
  if (taken >= MAX_FILES) return storageMessage("storage/too-many-files");
  if (!allowedExtension(name)) return storageMessage("storage/invalid-format");
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

/** Returns the row that a chosen file continues: an interrupted one of the same name and size. */
export function interruptedRow(rows: readonly UploadRow[], file: ChosenFile): UploadRow | undefined {
  return rows.find((row) => row.state === "interrupted" && isOf(row, file));
}
