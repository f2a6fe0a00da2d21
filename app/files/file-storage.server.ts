import type { Readable } from "node:stream";
import type { DataStore, Locker } from "@tus/server";
import { isUuid } from "../model/uuid.ts";
import { sniffContentType } from "./sniff.server.ts";
import { describeFile, digestFile } from "./stored-file.server.ts";
import type { Claim, StoredFile, StoredFileMetadata } from "../model/stored-file.ts";
import { MAX_FILE_BYTES } from "../model/upload-limits.ts";
import { allowedExtension, storageError } from "./upload-rules.ts";

/** An upload, complete or not. */
export interface FoundUpload {
  id: string;
  draft: string;
  /** Declared bytes of an incomplete upload, actual bytes of a complete file. */
  size: number;
  /** Bytes that have been stored. */
  arrived: number;
  /** When its last byte arrived or its record changed, in ms since 1970. */
  seen: number;
  /** The record of a complete, checked file. */
  stored: StoredFile | null;
}

export interface NewUpload {
  id: string;
  draft: string;
  name: string;
  /** Bytes; 0 when unknown. */
  size: number;
  callerKey: string | null;
}

export interface ArrivedFile {
  id: string;
  draft: string;
  name: string;
  /** Hexadecimal SHA-256 computed by the sender, where it could. */
  sha256?: string | undefined;
}

export interface IncomingFile {
  name: string;
  draft: string;
  callerKey: string | null;
}

/** Offsets of the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores the files that visitors upload, with their records, where only the site can reach them: on the disk of one machine
 * (`DiskFileStorage`) or in an S3 bucket that several machines share (`S3FileStorage`). Every method but the pure ones throws an
 * AppError `storage/unavailable` while the storage does not answer.
 */
export interface FileStorage {
  /** Where the tus server stores incomplete uploads. */
  readonly datastore: DataStore;
  /** Locks uploads for all processes that share the storage; without it, one process uses it. */
  readonly locker?: Locker | undefined;

  /** Returns an upload, or undefined for an unknown id or anything that is no id. */
  get(id: string): Promise<FoundUpload | undefined>;

  /** Returns all uploads of a draft that no submission has confirmed, complete or not, in no particular order. */
  ofDraft(draft: string): Promise<FoundUpload[]>;

  /** Returns all uploads, complete or not. Reads everything: for commands, not for requests. */
  all(): Promise<FoundUpload[]>;

  /**
   * Reserves a place for a new upload before any of its bytes is stored. Throws an AppError `storage/…` for a name or size
   * that is not allowed, too many files, too many uploads in progress, or a full storage.
   */
  reserve(upload: NewUpload): Promise<void>;

  /** Releases the place of an upload that was never created. */
  forget(id: string): void;

  /**
   * Checks a file whose last byte has arrived and stores its record; a second call returns the same result. Deletes a file
   * that fails. Throws an AppError `storage/…` when it is empty, too large, damaged, or not what its name says.
   */
  finish(file: ArrivedFile): Promise<StoredFile>;

  /**
   * Stores a file from a stream of unknown length, such as a part of a posted form. Throws an AppError `storage/…`, after
   * which none of it is stored; the caller has to consume the rest of the stream.
   */
  store(file: IncomingFile, stream: Readable): Promise<StoredFile>;

  /** Stores a complete file as it was before, for `npm run restore`; `path` holds its bytes. */
  restore(file: StoredFile, path: string): Promise<void>;

  /** Returns the bytes of a complete file or a range of them, or null when there are none. */
  read(id: string, range?: ByteRange): Promise<Readable | null>;

  /** Deletes an upload and its records; a missing one is ignored. */
  remove(id: string): Promise<void>;

  /** Sets or removes the claim of a file. */
  setClaim(file: StoredFile, claim: Claim | null): Promise<StoredFile>;

  /** Returns complete files that have been unclaimed, or claimed without confirmation, for too long. */
  expired(): Promise<StoredFile[]>;

  /** Deletes uploads that have received no byte for ten minutes. Returns their number. */
  removeStalled(): Promise<number>;

  /** Deletes what belongs to no upload, such as what a crash leaves, once it is old enough. Returns its number. */
  removeStrays(): Promise<number>;
}

/** Throws an AppError `storage/…` unless the file may be uploaded. */
export function requireAllowed({ id, draft, name, size }: NewUpload): void {
  if (!isUuid(id) || !isUuid(draft)) throw storageError("storage/invalid-argument", "No such id.");
  if (!allowedExtension(name)) throw storageError("storage/invalid-format", "The extension is not allowed.");
  if (!(size <= MAX_FILE_BYTES)) throw storageError("storage/file-too-large", `${size} bytes`);
}

/**
 * Returns the metadata of a complete file of this disk. Throws an AppError `storage/…` when it is empty, too large, damaged, or
 * not what its name says.
 */
export async function checkFile(
  path: string,
  { name, sha256 }: Pick<ArrivedFile, "name" | "sha256">,
  now: Date,
): Promise<StoredFileMetadata> {
  const digests = await digestFile(path);
  if (digests.size === 0) throw storageError("storage/file-empty", "No bytes.");
  if (digests.size > MAX_FILE_BYTES) throw storageError("storage/file-too-large", `${digests.size} bytes`);
  if (sha256 !== undefined && sha256 !== digests.sha256) {
    throw storageError("storage/invalid-checksum", "The bytes are not those that were sent.");
  }
  const type = await sniffContentType(path, name);
  if (!type) throw storageError("storage/invalid-format", "The content is not what the name says.");
  return describeFile(name, type, digests, now);
}

export function withClaim(file: StoredFile, claim: Claim | null, now: Date): StoredFile {
  const { metadata } = file;
  const metageneration = String(Number(metadata.metageneration) + 1);
  return { ...file, metadata: { ...metadata, metageneration, updated: now.toISOString() }, claim };
}

/** Returns an upload whose file is complete. */
export function completeUpload(stored: StoredFile): FoundUpload & { stored: StoredFile } {
  const { id, draft, metadata } = stored;
  const { size, updated } = metadata;
  return { id, draft, size, arrived: size, seen: Date.parse(updated), stored };
}

/** Runs a step while no other process that shares the locker runs one of the same name. */
export async function withLock<Result>(
  locker: Locker | undefined,
  name: string,
  step: () => Promise<Result>,
): Promise<Result> {
  if (!locker) return step();
  const lock = locker.newLock(name);
  await lock.lock(new AbortController().signal, () => {});
  try {
    return await step();
  } finally {
    await lock.unlock();
  }
}
