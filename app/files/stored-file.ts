/** Specification 3, "Stored file metadata", each name filled with what it means on a disk of this site. Times are ISO. */
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

/** A file as a document lists it (specification 3, "attachments"). */
export interface Attachment {
  name: string;
  /** An address of this site that only admins may open. */
  url: string;
  type: string;
}
