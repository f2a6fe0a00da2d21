import { MAX_FILES, MAX_FILE_TEXT } from "../model/upload-limits.ts";
import { AppError, type ErrorCode } from "../platform/errors.ts";

/**
 * What may be uploaded, and in which chunks; sizes and numbers are in `model/upload-limits.ts` (docs/decisions.md, "Questionnaire"; docs/specification.md, section 9, "Library
 * values"). Sizes in bytes, times in ms.
 */
/** A file up to and including this size is sent in one request; it is also the first chunk of a larger one. */
export const FIRST_CHUNK = 262_144;
/** Chunks stay below this size. */
const CHUNK_CEILING = 33_554_432;

/** The least bytes of a request that does not bring the end of a file. Below `FIRST_CHUNK`, which browsers begin with. */
export const MIN_PART_BYTES = 128 * 1024;

/** How long a lost connection is retried, counted from the last byte that arrived. */
export const RETRY_FOR_MS = 600_000;

/** An incomplete upload that receives no byte for this long is deleted. */
export const STALLED_AFTER_MS = 600_000;

/** A complete file that no submission claimed is deleted after this time. */
export const UNCLAIMED_TTL_MS = 24 * 60 * 60 * 1000;

export const EXTENSIONS = ["pdf", "doc", "docx", "jpg", "jpeg", "png", "gif"] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** For the `accept` attribute of a file input. */
export const ACCEPT = EXTENSIONS.map((extension) => `.${extension}`).join(",");

/** Returns the extension of an allowed file name in lower case; null for every other name. */
export function allowedExtension(name: string): Extension | null {
  const given = /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase();
  return EXTENSIONS.find((extension) => extension === given) ?? null;
}

/** Whether a name is that of a photo as iPhones store it. */
export const isHeicName = (name: string): boolean => /\.hei[cf]s?\s*$/i.test(name);

/** Returns the error code for a file name, or null if it is allowed. `.heic` is allowed: some of these files are JPEGs. */
export const nameProblem = (name: string): "storage/invalid-format" | null =>
  allowedExtension(name) || isHeicName(name) ? null : "storage/invalid-format";

/** Returns the size of the next chunk: twice the last one, while that stays below the ceiling. */
export function nextChunk(size: number): number {
  return size * 2 < CHUNK_CEILING ? size * 2 : size;
}

/** `262144` → `256 KB`, `1572864` → `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${Number((bytes / 1024 / 1024).toFixed(1))} MB`;
}

/**
 * Why a file was rejected: the code (docs/specification.md, section 8, "Storage codes"), the status, and the message for the
 * visitor.
 */
const REASONS = {
  "storage/invalid-format": [415, "This file is not a PDF, Word, JPEG, PNG or GIF file."],
  "storage/heic": [
    415,
    "This is an HEIC photo, which cannot be opened here. Please save it as a JPEG and choose that. For new photos, choose Settings, Camera, Formats, Most Compatible on your iPhone.",
  ],
  "storage/file-too-large": [413, `This file is larger than ${MAX_FILE_TEXT}.`],
  "storage/file-empty": [400, "This file is empty."],
  "storage/too-many-files": [409, `At most ${MAX_FILES} files can be attached.`],
  "storage/quota-exceeded": [402, "There is no room for more files right now. Please send it by email."],
  "storage/too-many-uploads": [
    429,
    "Too many files are being uploaded from your connection. Please try again in a few minutes.",
  ],
  "storage/busy": [503, "Too many files are being uploaded right now. Please try again in a few minutes."],
  "storage/unavailable": [503, "Files cannot be stored right now. Please try again in a few minutes."],
  "storage/bucket-not-found": [503, "Files cannot be stored right now. Please try again in a few minutes."],
  "storage/locked": [423, "This file is being uploaded already. Please try again in a few seconds."],
  "storage/canceled": [408, "The connection was lost. Please try again."],
  "storage/invalid-checksum": [460, "This file was damaged on its way. Please try again."],
  "storage/invalid-argument": [400, "This file could not be uploaded."],
  "storage/unauthorized": [403, "This file belongs to a questionnaire that was sent."],
  "storage/object-not-found": [404, "This file is no longer stored. Please upload it again."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type StorageCode = keyof typeof REASONS;

/** Returns the visitor's message for a code; a general one for other codes. */
export function storageMessage(code: string): string {
  return (
    (REASONS as Record<string, readonly [number, string]>)[code]?.[1] ?? "This file could not be uploaded."
  );
}

/** Returns the error for a rejected file. `detail` is for the log. */
export function storageError(code: StorageCode, detail: string, cause?: unknown): AppError {
  const [status, safeMessage] = REASONS[code];
  return new AppError(code satisfies ErrorCode, detail, { status, safeMessage, cause });
}
