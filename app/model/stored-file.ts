import { isUuid } from "./uuid.ts";
/** docs/specification.md, section 3, "Stored file metadata". Times are ISO. */
export interface StoredFileMetadata {
  /** The bucket; all questionnaire files share one. */
  bucket: string;
  /** Changes with the bytes, so it never does: microseconds of the upload. */
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
  /** Always empty: the language of a file is unknown. */
  contentLanguage: string;
  /** Detected from the content, not the name. */
  contentType: string;
  /** `fileName`: the visitor's; `sha256`: hexadecimal. */
  customMetadata: Record<string, string>;
}

/** The submission that a file belongs to. */
export interface Claim {
  documentId: string;
  at: string;
  /** True once the store has acknowledged the document. */
  confirmed: boolean;
}

/** The record beside the bytes of a complete, checked file. */
export interface StoredFile {
  id: string;
  /** Secret of the draft that the file was uploaded for. */
  draft: string;
  metadata: StoredFileMetadata;
  claim: Claim | null;
}

/** A file as a document lists it (docs/specification.md, section 3, "attachments"). */
export interface Attachment {
  name: string;
  /** Path on this site that only admins can open. */
  url: string;
  type: string;
}

/** Returns the id of a stored file's document; the dot hides it from anonymous readers. */
export const storedFileId = (id: string) => `storedFile.${id}`;

/** The document of a file that a submission has: its metadata, where it is opened, and whose it is. */
export interface StoredFileDocument extends StoredFileMetadata {
  /** Id of the submission. */
  subject: string;
  /** Path on this site that only admins can open. */
  url: string;
}

const MAX_LENGTH = 120;

/** Anything but letters, digits and these characters, so control characters and path separators too. */
const UNWANTED = /[^\p{L}\p{M}\p{N}._() -]+/gu;

/** Returns the last part of a path, with slashes or backslashes. */
function baseName(name: string): string {
  return name.split(/[/\\]/).at(-1) ?? "";
}

/**
 * Returns a file name that is safe to show and store: no path, no control or bidirectional characters, at most 120
 * characters, with its extension. An empty name becomes `file`.
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

/**
 * Returns `questionnaire-files/{timestamp}-{file name}` (docs/specification.md, section 7), in characters that every storage
 * accepts.
 */
export function logicalPath(name: string, now: Date): string {
  const safe = cleanFileName(name)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "_");
  return `questionnaire-files/${now.getTime()}-${safe}`;
}

/** Returns the id of the upload that a file's URL ends with as a list for `flatMap`, empty for any other text. */
export function uploadIdsIn(url: string): string[] {
  const last = url.split("/").at(-1) ?? "";
  return isUuid(last) ? [last] : [];
}
