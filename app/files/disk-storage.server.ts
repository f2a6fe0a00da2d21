import { createWriteStream } from "node:fs";
import { copyFile, mkdir, open, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import { isAppError } from "../platform/errors.ts";
import { newUuid } from "../model/uuid.ts";
import { FileIndex, QUOTA, SHARES, type StorageQuota, type UploadShares } from "./file-index.server.ts";
import { bytesPath, findUploads, flush, removePlaces, writeRecord } from "./file-places.server.ts";
import {
  checkFile,
  completeUpload,
  requireAllowed,
  withClaim,
  type ArrivedFile,
  type ByteRange,
  type FileStorage,
  type FoundUpload,
  type IncomingFile,
  type NewUpload,
} from "./file-storage.server.ts";
import type { Claim, StoredFile } from "../model/stored-file.ts";
import { MAX_FILE_BYTES } from "../model/upload-limits.ts";
import { UNCLAIMED_TTL_MS, storageError } from "./upload-rules.ts";

/** Free bytes that uploads leave on the disk, because the content store shares it. */
const SPARE = 512 * 1024 * 1024;

export interface DiskStorageOptions {
  /** Created when missing. */
  directory: string;
  quota?: Partial<StorageQuota>;
  shares?: Partial<UploadShares>;
  spare?: number;
  now?: () => Date;
}

/** How many bytes arrive between two checks of the free disk space. */
const DISK_CHECK_BYTES = 1024 * 1024;

/** Counts bytes as they arrive: only received bytes count towards the quota. */
class MeteredFileStore extends FileStore {
  readonly #storage: DiskFileStorage;

  constructor(storage: DiskFileStorage) {
    super({ directory: storage.directory });
    this.#storage = storage;
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let refusal: unknown;
    const metered = this.#storage.metered(id, offset, stream);
    const bytes = Readable.from(metered).once("error", (error) => (refusal = error));
    return super.write(bytes, id, offset).catch((error: unknown) => {
      throw isAppError(refusal) ? refusal : error;
    });
  }

  override async remove(id: string): Promise<void> {
    await super.remove(id);
    await this.#storage.remove(id);
  }
}

/** Stores files and their records in one private directory of this machine. Used by one process at a time. */
export class DiskFileStorage implements FileStorage {
  readonly directory: string;
  readonly datastore: FileStore;
  readonly #index: FileIndex;
  readonly #quota: StorageQuota;
  readonly #shares: UploadShares;
  readonly #spare: number;
  readonly #now: () => Date;
  readonly #finishing = new Map<string, Promise<StoredFile>>();

  private constructor(options: DiskStorageOptions, index: FileIndex) {
    this.directory = options.directory;
    this.datastore = new MeteredFileStore(this);
    this.#index = index;
    this.#quota = { ...QUOTA, ...options.quota };
    this.#shares = { ...SHARES, ...options.shares };
    this.#spare = options.spare ?? SPARE;
    this.#now = options.now ?? (() => new Date());
  }

  static async open(options: DiskStorageOptions): Promise<DiskFileStorage> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    const { uploads } = await findUploads(options.directory);
    // Time during which the site was down does not count as a pause of the visitor.
    const seen = (options.now?.() ?? new Date()).getTime();
    const found = uploads.map((upload) => (upload.stored ? upload : { ...upload, seen }));
    return new DiskFileStorage(options, new FileIndex(found));
  }

  path(id: string): string {
    return bytesPath(this.directory, id);
  }

  async get(id: string): Promise<FoundUpload | undefined> {
    return this.#index.get(id);
  }

  async ofDraft(draft: string): Promise<FoundUpload[]> {
    return this.#index.ofDraft(draft).filter(({ stored }) => !stored?.claim?.confirmed);
  }

  async all(): Promise<FoundUpload[]> {
    return this.#index.all();
  }

  async reserve(upload: NewUpload): Promise<void> {
    requireAllowed(upload);
    const { id, draft, size, callerKey } = upload;
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

  finish(arrived: ArrivedFile): Promise<StoredFile> {
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

  async #check({ id, draft, ...file }: ArrivedFile): Promise<StoredFile> {
    const path = this.path(id);
    await flush(path);
    const metadata = await checkFile(path, file, this.#now());
    return this.#keep({ id, draft, metadata, claim: null });
  }

  async store({ name, draft, callerKey }: IncomingFile, stream: Readable): Promise<StoredFile> {
    const id = newUuid();
    await this.reserve({ id, draft, name, size: MAX_FILE_BYTES, callerKey });
    try {
      await pipeline(
        this.metered(id, 0, stream),
        createWriteStream(this.path(id), { flags: "wx", mode: 0o600 }),
      );
    } catch (error) {
      await this.remove(id);
      throw error;
    }
    return this.finish({ id, draft, name });
  }

  async restore(file: StoredFile, path: string): Promise<void> {
    if (path !== this.path(file.id)) await copyFile(path, this.path(file.id));
    await flush(this.path(file.id));
    await this.#keep(file);
  }

  async read(id: string, range?: ByteRange): Promise<Readable | null> {
    if (!this.#index.get(id)?.stored) return null;
    const handle = await open(this.path(id)).catch(() => null);
    return handle?.createReadStream(range ?? {}) ?? null;
  }

  /** Writes the record of a complete file, to the disk first. */
  async #keep(stored: StoredFile): Promise<StoredFile> {
    await writeRecord(this.directory, stored);
    const callerKey = this.#index.get(stored.id)?.callerKey ?? null;
    this.#index.set({ ...completeUpload(stored), callerKey });
    return stored;
  }

  async remove(id: string): Promise<void> {
    this.forget(id);
    await removePlaces(this.directory, id);
  }

  forget(id: string): void {
    this.#index.delete(id);
  }

  async setClaim(file: StoredFile, claim: Claim | null): Promise<StoredFile> {
    return this.#keep(withClaim(file, claim, this.#now()));
  }

  async expired(): Promise<StoredFile[]> {
    const limit = this.#now().getTime() - UNCLAIMED_TTL_MS;
    return this.#index
      .all()
      .flatMap(({ stored, seen }) => (stored && seen < limit && !stored.claim?.confirmed ? stored : []));
  }

  async removeStalled(): Promise<number> {
    const stalled = this.#index.stalled(this.#now().getTime()).filter(({ id }) => !this.#finishing.has(id));
    // Release their places at once, before the files are deleted.
    for (const { id } of stalled) this.forget(id);
    await Promise.all(stalled.map(({ id }) => removePlaces(this.directory, id)));
    return stalled.length;
  }

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
