import { mkdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { describeFile, digestFile } from "./stored-file.server.ts";
import { FileIndex } from "./file-index.server.ts";
import type { IndexedUpload, StorageQuota, UploadShares } from "./file-index.server.ts";
import { bytesPath, findUploads, flush, removePlaces, writeRecord } from "./file-places.server.ts";
import { MAX_FILE_BYTES, UNCLAIMED_TTL_MS, allowedExtension, storageError } from "./upload-rules.ts";
import { sniffContentType } from "./sniff.server.ts";
import type { Claim, StoredFile } from "./stored-file.ts";
import { isUuid } from "../platform/uuid.ts";

const GB = 1024 * 1024 * 1024;

/** 20 GB in total; 400 MB of unclaimed files per caller, which is four full drafts. */
const QUOTA: StorageQuota = { total: 20 * GB, perCaller: 400 * 1024 * 1024 };

/** Per caller three drafts of ten files at a time. Stalled uploads are removed after ten minutes. */
const SHARES: UploadShares = { open: 10_000, openPerCaller: 30 };

/** Free bytes that uploads leave on the disk, because the content store shares it. */
const SPARE = GB / 2;

export interface FileStorageOptions {
  /** Created when missing. */
  directory: string;
  quota?: Partial<StorageQuota>;
  shares?: Partial<UploadShares>;
  spare?: number;
  now?: () => Date;
}

/** How many bytes arrive between two checks of the free disk space. */
const DISK_CHECK_BYTES = 1024 * 1024;

interface NewUpload {
  id: string;
  draft: string;
  name: string;
  /** Bytes; 0 when unknown. */
  size: number;
  callerKey: string | null;
}

interface Arrived {
  id: string;
  draft: string;
  name: string;
  /** Hexadecimal SHA-256 computed by the sender, where it could. */
  sha256?: string | undefined;
}

/**
 * Stores the files that visitors upload, with their records, in one private directory of this machine. They can only be
 * reached through the site. Used by one process at a time.
 */
export class FileStorage {
  readonly directory: string;
  readonly #index: FileIndex;
  readonly #quota: StorageQuota;
  readonly #shares: UploadShares;
  readonly #spare: number;
  readonly #now: () => Date;
  readonly #finishing = new Map<string, Promise<StoredFile>>();

  private constructor(options: FileStorageOptions, index: FileIndex) {
    this.directory = options.directory;
    this.#index = index;
    this.#quota = { ...QUOTA, ...options.quota };
    this.#shares = { ...SHARES, ...options.shares };
    this.#spare = options.spare ?? SPARE;
    this.#now = options.now ?? (() => new Date());
  }

  static async open(options: FileStorageOptions): Promise<FileStorage> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    const { uploads } = await findUploads(options.directory);
    // Time during which the site was down does not count as a pause of the visitor.
    const seen = (options.now?.() ?? new Date()).getTime();
    const found = uploads.map((upload) => (upload.stored ? upload : { ...upload, seen }));
    return new FileStorage(options, new FileIndex(found));
  }

  path(id: string): string {
    return bytesPath(this.directory, id);
  }

  get(id: string): IndexedUpload | undefined {
    return this.#index.get(id);
  }

  /** Returns all uploads of a draft, complete or not, in no particular order. */
  ofDraft(draft: string): IndexedUpload[] {
    return this.#index.ofDraft(draft);
  }

  /**
   * Reserves a place for a new upload before any of its bytes is stored. Throws an AppError `storage/…` for a name or size
   * that is not allowed, too many files, too many uploads in progress, or a full disk.
   */
  async reserve(upload: NewUpload): Promise<void> {
    const { id, draft, name, size, callerKey } = upload;
    if (!isUuid(id) || !isUuid(draft)) throw storageError("storage/invalid-argument", "No such id.");
    if (!allowedExtension(name))
      throw storageError("storage/invalid-format", "The extension is not allowed.");
    if (!(size <= MAX_FILE_BYTES)) throw storageError("storage/file-too-large", `${size} bytes`);
    await this.removeStalled();
    const seen = this.#now().getTime();
    this.#index.reserve({ id, draft, size, callerKey, seen }, this.#quota, this.#shares);
    try {
      await this.#requireDisk(size);
    } catch (error) {
      this.forget(id);
      throw error;
    }
  }

  async #requireDisk(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.directory);
    if (bavail * bsize < this.#spare + bytes)
      throw storageError("storage/quota-exceeded", "The disk is full.");
  }

  /**
   * Yields the bytes of an upload that already has `offset` of them, counting each as it arrives. Throws an AppError
   * `storage/…` as soon as the disk is full, the file is too large, or the upload was deleted meanwhile.
   */
  async *metered(id: string, offset: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let arrived = offset;
    let checkDiskAt = offset;
    for await (const chunk of bytes) {
      arrived += chunk.length;
      if (arrived > MAX_FILE_BYTES) throw storageError("storage/file-too-large", `${arrived} bytes`);
      this.#index.progress(id, arrived, this.#now().getTime(), this.#quota);
      if (arrived > checkDiskAt) {
        await this.#requireDisk(DISK_CHECK_BYTES);
        checkDiskAt = arrived + DISK_CHECK_BYTES;
      }
      yield chunk;
    }
  }

  /**
   * Checks a file whose last byte has arrived and stores its record; a second call returns the same result. Deletes a file
   * that fails. Throws an AppError `storage/…` when it is empty, too large, damaged, or not what its name says.
   */
  finish(arrived: Arrived): Promise<StoredFile> {
    const stored = this.#index.get(arrived.id)?.stored;
    if (stored) return Promise.resolve(stored);
    const running = this.#finishing.get(arrived.id);
    if (running) return running;
    const finishing = this.#check(arrived)
      .catch(async (error: unknown) => {
        await this.remove(arrived.id);
        throw error;
      })
      .finally(() => this.#finishing.delete(arrived.id));
    this.#finishing.set(arrived.id, finishing);
    return finishing;
  }

  async #check({ id, draft, name, sha256 }: Arrived): Promise<StoredFile> {
    const path = this.path(id);
    await flush(path);
    const digests = await digestFile(path);
    if (digests.size === 0) throw storageError("storage/file-empty", "No bytes.");
    if (digests.size > MAX_FILE_BYTES) throw storageError("storage/file-too-large", `${digests.size} bytes`);
    if (sha256 !== undefined && sha256 !== digests.sha256) {
      throw storageError("storage/invalid-checksum", "The bytes are not those that were sent.");
    }
    const type = await sniffContentType(path, name);
    if (!type) throw storageError("storage/invalid-format", "The content is not what the name says.");
    const metadata = describeFile(name, type, digests, this.#now());
    return this.#keep({ id, draft, metadata, claim: null });
  }

  /** Writes the record of a complete file, to the disk first. */
  async #keep(stored: StoredFile): Promise<StoredFile> {
    await writeRecord(this.directory, stored);
    const { id, draft, metadata } = stored;
    const callerKey = this.#index.get(id)?.callerKey ?? null;
    const { size } = metadata;
    const seen = Date.parse(metadata.updated);
    this.#index.set({ id, draft, size, arrived: size, seen, stored, callerKey });
    return stored;
  }

  /** Deletes an upload and its records. */
  async remove(id: string): Promise<void> {
    this.forget(id);
    await removePlaces(this.directory, id);
  }

  /** Releases the place of an upload whose bytes are gone or were never stored. */
  forget(id: string): void {
    this.#index.delete(id);
  }

  /** Sets or removes the claim of a file. */
  async setClaim(file: StoredFile, claim: Claim | null): Promise<StoredFile> {
    const metadata = {
      ...file.metadata,
      metageneration: String(Number(file.metadata.metageneration) + 1),
      updated: this.#now().toISOString(),
    };
    return this.#keep({ ...file, metadata, claim });
  }

  /** Returns complete files that have been unclaimed, or claimed without confirmation, for too long. */
  expired(): (IndexedUpload & { stored: StoredFile })[] {
    const limit = this.#now().getTime() - UNCLAIMED_TTL_MS;
    return this.#index
      .all()
      .flatMap((upload) =>
        upload.stored && upload.seen < limit && !upload.stored.claim?.confirmed
          ? { ...upload, stored: upload.stored }
          : [],
      );
  }

  /** Deletes uploads that have received no byte for ten minutes. Returns their number. */
  async removeStalled(): Promise<number> {
    const stalled = this.#index.stalled(this.#now().getTime()).filter(({ id }) => !this.#finishing.has(id));
    // Release their places at once, before the files are deleted.
    for (const { id } of stalled) this.forget(id);
    await Promise.all(stalled.map(({ id }) => removePlaces(this.directory, id)));
    return stalled.length;
  }

  /** Deletes files that belong to no upload, such as those a crash leaves. Returns their number. */
  async removeStrays(): Promise<number> {
    const { strays } = await findUploads(this.directory);
    const limit = this.#now().getTime() - UNCLAIMED_TTL_MS;
    let removed = 0;
    for (const name of strays) {
      const path = join(this.directory, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs >= limit) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
}
