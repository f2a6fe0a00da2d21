import { mkdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { describeFile, digestFile } from "./stored-file.server.ts";
import { FileIndex } from "./file-index.server.ts";
import type { IndexedUpload, StorageQuota, UploadShares } from "./file-index.server.ts";
import { bytesPath, findUploads, flush, removePlaces, writeRecord } from "./file-places.server.ts";
import { MAX_FILE_BYTES, UNATTACHED_FOR, allowedExtension, storageError } from "./upload-rules.ts";
import { sniffContentType } from "./sniff.server.ts";
import type { Claim, StoredFile } from "./stored-file.ts";
import { isUuid } from "../platform/uuid.ts";

const GB = 1024 * 1024 * 1024;

/** Twenty gigabytes of everything; four whole drafts of one address at a time. */
const QUOTA: StorageQuota = { total: 20 * GB, perAddress: 400 * 1024 * 1024 };

/** Three drafts of ten files at a time for one caller; under way, they are at most ten minutes without a byte. */
const SHARES: UploadShares = { open: 10_000, openPerCaller: 30 };

/** The disk is shared with the content store, which needs room to go on; bytes that stay free. */
const SPARE = GB / 2;

export interface FileStorageOptions {
  /** Made when it is missing. */
  directory: string;
  quota?: Partial<StorageQuota>;
  shares?: Partial<UploadShares>;
  spare?: number;
  now?: () => Date;
}

/** How often the free room of the disk is looked at while bytes arrive. */
const DISK_CHECK_BYTES = 1024 * 1024;

interface NewUpload {
  id: string;
  draft: string;
  name: string;
  /** Bytes; 0 where nobody knows yet. */
  size: number;
  address: string | null;
}

interface Arrived {
  id: string;
  draft: string;
  name: string;
  /** Hexadecimal SHA-256 by the sender, where it could compute one. */
  sha256?: string | undefined;
}

/**
 * The files that visitors upload: bytes and what is known of them, private, in one directory of this machine. Nothing
 * here is reachable without going through the site. One process at a time.
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
    // The time that the site was away is not the visitor's pause.
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

  /** All uploads of a draft, whole or not, in no particular order. */
  ofDraft(draft: string): IndexedUpload[] {
    return this.#index.ofDraft(draft);
  }

  /**
   * Takes a place for a new upload before any byte of it is stored. Throws an AppError `storage/…`: a name or size that
   * is not allowed, too many files, too many uploads under way, no room.
   */
  async reserve(upload: NewUpload): Promise<void> {
    const { id, draft, name, size, address } = upload;
    if (!isUuid(id) || !isUuid(draft)) throw storageError("storage/invalid-argument", "No such id.");
    if (!allowedExtension(name))
      throw storageError("storage/invalid-format", "The extension is not allowed.");
    if (!(size <= MAX_FILE_BYTES)) throw storageError("storage/file-too-large", `${size} bytes`);
    await this.removeStalled();
    const seen = this.#now().getTime();
    this.#index.reserve({ id, draft, size, address, seen }, this.#quota, this.#shares);
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
   * Passes on the bytes of an upload that has `offset` of them, and counts each as it arrives. Ends with an AppError
   * `storage/…` as soon as there is no room, the file is too large, or the upload was deleted meanwhile.
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
   * Checks a file whose last byte has arrived and makes it a stored one; a second call answers the first one's result.
   * A file that fails is deleted. Throws an AppError `storage/…`: empty, too large, damaged, or not what its name says.
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

  /** Writes what is known of a whole file, to the disk first. */
  async #keep(stored: StoredFile): Promise<StoredFile> {
    await writeRecord(this.directory, stored);
    const { id, draft, metadata } = stored;
    const address = this.#index.get(id)?.address ?? null;
    const { size } = metadata;
    const seen = Date.parse(metadata.updated);
    this.#index.set({ id, draft, size, arrived: size, seen, stored, address });
    return stored;
  }

  /** Deletes an upload with everything that is known of it. */
  async remove(id: string): Promise<void> {
    this.forget(id);
    await removePlaces(this.directory, id);
  }

  /** Gives the place of an upload back whose bytes are gone or were never stored. */
  forget(id: string): void {
    this.#index.delete(id);
  }

  /** Changes whom a file belongs to. */
  async setClaim(file: StoredFile, claim: Claim | null): Promise<StoredFile> {
    const metadata = {
      ...file.metadata,
      metageneration: String(Number(file.metadata.metageneration) + 1),
      updated: this.#now().toISOString(),
    };
    return this.#keep({ ...file, metadata, claim });
  }

  /** Whole files that no submission has taken for so long that nobody will, and those whose claim never held. */
  expired(): (IndexedUpload & { stored: StoredFile })[] {
    const limit = this.#now().getTime() - UNATTACHED_FOR;
    return this.#index
      .all()
      .flatMap((upload) =>
        upload.stored && upload.seen < limit && !upload.stored.claim?.confirmed
          ? { ...upload, stored: upload.stored }
          : [],
      );
  }

  /** Deletes uploads of which no byte has arrived for ten minutes. Returns how many. */
  async removeStalled(): Promise<number> {
    const stalled = this.#index.stalled(this.#now().getTime()).filter(({ id }) => !this.#finishing.has(id));
    // Their places are free at once, before the first of them is off the disk.
    for (const { id } of stalled) this.forget(id);
    await Promise.all(stalled.map(({ id }) => removePlaces(this.directory, id)));
    return stalled.length;
  }

  /** Deletes files that belong to no upload, such as a crash leaves. Returns how many. */
  async removeStrays(): Promise<number> {
    const { strays } = await findUploads(this.directory);
    const limit = this.#now().getTime() - UNATTACHED_FOR;
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
