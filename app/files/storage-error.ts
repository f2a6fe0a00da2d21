import { AppError } from "../platform/errors.ts";
import type { ErrorCode } from "../platform/errors.ts";

/** Why a file was not taken: the code for programs (specification 8, "Storage codes"), the status, and words for the visitor. */
const REASONS = {
  "storage/invalid-format": [415, "This file is not a PDF, Word, JPEG, PNG or GIF file."],
  "storage/file-too-large": [413, "This file is larger than 10 MB."],
  "storage/file-empty": [400, "This file is empty."],
  "storage/too-many-files": [409, "At most 10 files can be attached."],
  "storage/quota-exceeded": [402, "There is no room for more files right now. Please send it by email."],
  "storage/too-many-uploads": [
    429,
    "Too many files are being uploaded from your connection. Please try again in a few minutes.",
  ],
  "storage/busy": [503, "Too many files are being uploaded right now. Please try again in a few minutes."],
  "storage/invalid-checksum": [460, "This file was damaged on its way. Please try again."],
  "storage/invalid-argument": [400, "This file could not be uploaded."],
  "storage/unauthorized": [403, "This file belongs to a questionnaire that was sent."],
  "storage/object-not-found": [404, "This file is no longer stored. Please upload it again."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type StorageCode = keyof typeof REASONS;

/** What the visitor reads for a code; codes that are not ours get a general sentence. */
export function storageMessage(code: string): string {
  return (
    (REASONS as Record<string, readonly [number, string]>)[code]?.[1] ?? "This file could not be uploaded."
  );
}

/** The site's error for a file that was not taken. `detail` is for the log. */
export function storageError(code: StorageCode, detail: string, cause?: unknown): AppError {
  const [status, safeMessage] = REASONS[code];
  return new AppError(code satisfies ErrorCode, detail, { status, safeMessage, cause });
}
