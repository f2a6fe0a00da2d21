import type { Readable } from "node:stream";
import type { DataStore, Locker } from "@tus/server";
import type { Claim, StoredFile, StoredFileMetadata } from "../model/stored-file.ts";
import { MAX_FILE_BYTES } from "../model/upload-limits.ts";
import { isUuid, newUuid } from "../model/uuid.ts";
import {
  FileIndex,
  QUOTA,
  SHARES,
  type FoundUpload,
  type StorageQuota,
  type UploadShares,
} from "./file-index.server.ts";
import { sniffFile } from "./sniff.server.ts";
import { describeFile, digestFile } from "./stored-file.server.ts";
import { nameProblem, storageError, UNCLAIMED_TTL_MS } from "./upload-rules.ts";

export interface NewUpload {
  id: string;
  draft: string;
  name: string;
  /** Bytes; 0 when unknown. */
  size: number;
  callerKey: string | null;
}

export interface ArrivedFile extends Omit<NewUpload, "size" | "callerKey"> {
  /** Hexadecimal SHA-256 computed by the sender, where it could. */
  sha256?: string | undefined;
}

/** Offsets of the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StorageOptions {
  /** Locks uploads for all processes that share the storage; without it, one process uses it. */
  locker?: Locker | undefined;
  quota?: Partial<StorageQuota>;
  shares?: Partial<UploadShares>;
  now?: () => Date;
}

/**
 * Stores the files that visitors upload, with their records, where only the site can reach them: on the disk of one machine
 * (`DiskFileStorage`) or in an S3 bucket that several machines share (`S3FileStorage`). Every method but the pure ones throws an
 * AppError `storage/unavailable` while the storage does not answer.
 */
export abstract class FileStorage {
  /** Where the tus server stores incomplete uploads. */
  abstract readonly datastore: DataStore;
  readonly locker: Locker | undefined;
  protected readonly index: FileIndex;
  protected readonly now: () => Date;
  readonly #finishing = new Map<string, Promise<StoredFile>>();

  constructor(
    { locker, quota, shares, now = () => new Date() }: StorageOptions,
    found: readonly FoundUpload[] = [],
  ) {
    this.locker = locker;
    this.index = new FileIndex(found, { ...QUOTA, ...quota }, { ...SHARES, ...shares });
    this.now = now;
  }

  /** Resolves when files can be stored. */
  abstract ping(): Promise<void>;

  /** Returns an upload, or undefined for an unknown id or anything that is no id. */
  abstract get(id: string): Promise<FoundUpload | undefined>;

  /** Returns all uploads of a draft that no submission has confirmed, complete or not, in no particular order. */
  abstract ofDraft(draft: string): Promise<FoundUpload[]>;

  /** Returns all uploads, complete or not. Reads everything: for commands, not for requests. */
  abstract all(): Promise<FoundUpload[]>;

  /**
   * Reserves a place for a new upload before any of its bytes is stored. Throws an AppError `storage/…` for a name or size
   * that is not allowed, too many files, too many uploads in progress, or a full storage.
   */
  abstract reserve(upload: NewUpload): Promise<void>;

  /** Releases the place of an upload that was never created. */
  forget(id: string): void {
    this.index.delete(id);
  }

  /** Prepares for the bytes of an upload. Returns what is called with the number of bytes after each that arrived; it may throw. */
  protected abstract watch(id: string, offset: number): Promise<(arrived: number) => Promise<void>>;

  /**
   * Yields the bytes of an upload that already has `offset` of them, counting each as it arrives. Throws an AppError
   * `storage/…` as soon as the storage is full, the file is too large, or the upload was deleted meanwhile.
   */
  async *metered(id: string, offset: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let arrived = offset;
    const onArrived = await this.watch(id, offset);
    for await (const chunk of bytes) {
      arrived += chunk.length;
      if (arrived > MAX_FILE_BYTES) throw storageError("storage/file-too-large", `${arrived} bytes`);
      this.index.progress(id, arrived, this.now().getTime());
      await onArrived(arrived);
      yield chunk;
    }
  }

  /**
   * Checks a file whose last byte has arrived and stores its record; a second call returns the same result. Deletes a file
   * that fails. Throws an AppError `storage/…` when it is empty, too large, damaged, or of a content that is not allowed.
   */
  finish(file: ArrivedFile): Promise<StoredFile> {
    const running = this.#finishing.get(file.id);
    if (running) return running;
    const finishing = this.check(file).finally(() => this.#finishing.delete(file.id));
    this.#finishing.set(file.id, finishing);
    return finishing;
  }

  protected isFinishing(id: string): boolean {
    return this.#finishing.has(id);
  }

  protected abstract check(file: ArrivedFile): Promise<StoredFile>;

  /**
   * Stores a file from a stream of unknown length, such as a part of a posted form. Throws an AppError `storage/…`, after
   * which none of it is stored; the caller has to consume the rest of the stream.
   */
  async store(
    { name, draft, callerKey }: Omit<NewUpload, "id" | "size">,
    stream: Readable,
  ): Promise<StoredFile> {
    const id = newUuid();
    await this.reserve({ id, draft, name, size: MAX_FILE_BYTES, callerKey });
    return this.storeBytes({ id, draft, name }, this.metered(id, 0, stream));
  }

  protected abstract storeBytes(file: ArrivedFile, bytes: AsyncIterable<Buffer>): Promise<StoredFile>;

  /** Writes the record of a complete file. */
  protected abstract keep(file: StoredFile): Promise<StoredFile>;

  /** Stores a complete file as it was before, for `npm run restore`; `path` holds its bytes. */
  abstract restore(file: StoredFile, path: string): Promise<void>;

  /** Returns the bytes of a complete file or a range of them, or null when there are none. */
  abstract read(id: string, range?: ByteRange): Promise<Readable | null>;

  /** Deletes an upload and its records; a missing one is ignored. */
  abstract remove(id: string): Promise<void>;

  /** Sets or removes the claim of a file. */
  setClaim(file: StoredFile, claim: Claim | null): Promise<StoredFile> {
    const metageneration = String(Number(file.metadata.metageneration) + 1);
    const metadata = { ...file.metadata, metageneration, updated: this.now().toISOString() };
    return this.keep({ ...file, metadata, claim });
  }

  /** Returns complete files that have been unclaimed, or claimed without confirmation, for too long. */
  abstract expired(): Promise<StoredFile[]>;

  /** The time before which unclaimed files are too old, in ms since 1970. */
  protected get expiry(): number {
    return this.now().getTime() - UNCLAIMED_TTL_MS;
  }

  protected expiredOf(uploads: readonly FoundUpload[]): StoredFile[] {
    const { expiry } = this;
    return uploads.flatMap(({ stored, seen }) =>
      stored && seen < expiry && !stored.claim?.confirmed ? stored : [],
    );
  }

  /** Deletes uploads that have received no byte for ten minutes. Returns their number. */
  abstract removeStalled(): Promise<number>;

  /** Deletes what belongs to no upload, such as what a crash leaves, once it is old enough. Returns its number. */
  abstract removeStrays(): Promise<number>;
}

/** Throws an AppError `storage/…` unless the file may be uploaded. */
export function requireAllowed({ id, draft, name, size }: NewUpload): void {
  if (!isUuid(id) || !isUuid(draft)) throw storageError("storage/invalid-argument", "No such id.");
  const code = nameProblem(name);
  if (code) throw storageError(code, "The extension is not allowed.");
  if (!(size <= MAX_FILE_BYTES)) throw storageError("storage/file-too-large", `${size} bytes`);
}

/**
 * Returns the metadata of a complete file of this disk, its name with the ending of its content. Throws an AppError `storage/…` when it
 * is empty, too large, damaged, or of a content that is not allowed.
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
  const found = await sniffFile(path, name);
  return describeFile(found.name, found.type, digests, now);
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
