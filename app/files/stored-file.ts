import { isUuid } from "../platform/uuid.ts";
/** docs/specification.md, section 3, "Stored file metadata", each name filled with what it means on a disk of this site. Times are ISO. */
export interface StoredFileMetadata {
  /** The part of the storage: all files of questionnaires are in one. */
  bucket: string;
  /** Changes with the bytes, which never happens: microseconds of the upload. */
  generation: string;
  /** Changes with this metadata; starts at "1". */
  metageneration: string;
  /** `questionnaire-files/{timestamp}-{file name}` */
  fullPath: string;
  /** The last part of `fullPath`. */
  name: string;
  /** Bytes. */
  size: number;
  timeCreated: string;
  updated: string;
  /** Base64. */
  md5Hash: string;
  cacheControl: string;
  contentDisposition: string;
  contentEncoding: string;
  /** Nobody knows the language of a file: always empty. */
  contentLanguage: string;
  /** By content, not by name. */
  contentType: string;
  /** `fileName`: as the visitor's; `sha256`: hexadecimal. */
  customMetadata: Record<string, string>;
}

/** The submission that a file belongs to. */
export interface Claim {
  documentId: string;
  at: string;
  /** True once the store has acknowledged the document. */
  confirmed: boolean;
}

/** What is kept beside the bytes of a whole, checked file. */
export interface StoredFile {
  id: string;
  /** Secret of the draft that it was uploaded for. */
  draft: string;
  metadata: StoredFileMetadata;
  claim: Claim | null;
}

/** A file as a document lists it (docs/specification.md, section 3, "attachments"). */
export interface Attachment {
  name: string;
  /** An address of this site that only admins may open. */
  url: string;
  type: string;
}

const MAX_LENGTH = 120;

/** Anything that is not a letter, a digit or one of these marks. Control characters and path separators are among it. */
const UNWANTED = /[^\p{L}\p{M}\p{N}._() -]+/gu;

/** The last part of whatever path was given, as browsers and old clients send both kinds. */
function baseName(name: string): string {
  return name.split(/[/\\]/).at(-1) ?? "";
}

/**
 * A file name as it may be shown and stored: no path, no control or bidirectional characters, at most 120 characters,
 * the extension kept. Empty becomes `file`.
 */
export function cleanFileName(name: string): string {
  const clean = baseName(name.normalize("NFC")).replaceAll(UNWANTED, "_").replaceAll(/\s+/g, " ").trim();
  const [, stem = clean, extension = ""] = /^(.*?)(\.[^.]*)?$/su.exec(clean) ?? [];
  const visible = Array.from(stem.replace(/^[. ]+/, ""));
  const kept = visible
    .slice(0, MAX_LENGTH - extension.length)
    .join("")
    .trim();
  return `${kept || "file"}${extension.slice(0, 20)}`;
}

/** `questionnaire-files/{timestamp}-{file name}` (docs/specification.md, section 7), with only characters that no storage objects to. */
export function logicalPath(name: string, now: Date): string {
  const safe = cleanFileName(name)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "_");
  return `questionnaire-files/${now.getTime()}-${safe}`;
}

/** Returns the id of the upload that a file's URL ends with, in a list for `flatMap`; an empty one for any other text. */
export function uploadIdsIn(url: string): string[] {
  const last = url.split("/").at(-1) ?? "";
  return isUuid(last) ? [last] : [];
}
