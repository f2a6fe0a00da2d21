import { createWriteStream } from "node:fs";
import { copyFile, mkdir, open, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import type { StoredFile } from "../model/stored-file.ts";
import { isAppError } from "../platform/errors.ts";
import { completeUpload, type FoundUpload } from "./file-index.server.ts";
import { bytesPath, findUploads, flush, removePlaces, writeRecord } from "./file-places.server.ts";
import {
  checkFile,
  FileStorage,
  requireAllowed,
  type ArrivedFile,
  type ByteRange,
  type NewUpload,
  type StorageOptions,
} from "./file-storage.server.ts";
import { storageError } from "./upload-rules.ts";

/** Free bytes that uploads leave on the disk, because the content store shares it. */
const SPARE = 512 * 1024 * 1024;

export interface DiskStorageOptions extends StorageOptions {
  /** Created when missing. */
  directory: string;
  spare?: number;
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
export class DiskFileStorage extends FileStorage {
  readonly directory: string;
  readonly datastore: FileStore;
  readonly #spare: number;

  private constructor(options: DiskStorageOptions, found: readonly FoundUpload[]) {
    super(options, found);
    this.directory = options.directory;
    this.datastore = new MeteredFileStore(this);
    this.#spare = options.spare ?? SPARE;
  }

  static async open(options: DiskStorageOptions): Promise<DiskFileStorage> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    const { uploads } = await findUploads(options.directory);
    // Time during which the site was down does not count as a pause of the visitor.
    const seen = (options.now?.() ?? new Date()).getTime();
    const found = uploads.map((upload) => (upload.stored ? upload : { ...upload, seen }));
    return new DiskFileStorage(options, found);
  }

  async ping(): Promise<void> {
    await statfs(this.directory);
  }

  path(id: string): string {
    return bytesPath(this.directory, id);
  }

  async get(id: string): Promise<FoundUpload | undefined> {
    return this.index.get(id);
  }

  async ofDraft(draft: string): Promise<FoundUpload[]> {
    return this.index.ofDraft(draft).filter(({ stored }) => !stored?.claim?.confirmed);
  }

  async all(): Promise<FoundUpload[]> {
    return this.index.all();
  }

  async reserve(upload: NewUpload): Promise<void> {
    requireAllowed(upload);
    const { id, draft, size, callerKey } = upload;
    await this.removeStalled();
    this.index.reserve({ id, draft, size, callerKey, seen: this.now().getTime() });
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

  protected async watch(_id: string, offset: number): Promise<(arrived: number) => Promise<void>> {
    let checkAt = offset;
    return async (arrived) => {
      if (arrived <= checkAt) return;
      await this.#requireDisk(DISK_CHECK_BYTES);
      checkAt = arrived + DISK_CHECK_BYTES;
    };
  }

  protected async check({ id, draft, ...file }: ArrivedFile): Promise<StoredFile> {
    const stored = this.index.get(id)?.stored;
    if (stored) return stored;
    const path = this.path(id);
    try {
      await flush(path);
      const metadata = await checkFile(path, file, this.now());
      return await this.keep({ id, draft, metadata, claim: null });
    } catch (error) {
      await this.remove(id);
      throw error;
    }
  }

  protected async storeBytes(file: ArrivedFile, bytes: AsyncIterable<Buffer>): Promise<StoredFile> {
    try {
      await pipeline(bytes, createWriteStream(this.path(file.id), { flags: "wx", mode: 0o600 }));
    } catch (error) {
      await this.remove(file.id);
      throw error;
    }
    return this.finish(file);
  }

  async restore(file: StoredFile, path: string): Promise<void> {
    if (path !== this.path(file.id)) await copyFile(path, this.path(file.id));
    await flush(this.path(file.id));
    await this.keep(file);
  }

  async read(id: string, range?: ByteRange): Promise<Readable | null> {
    if (!this.index.get(id)?.stored) return null;
    const handle = await open(this.path(id)).catch(() => null);
    return handle?.createReadStream(range ?? {}) ?? null;
  }

  /** To the disk first. */
  protected async keep(stored: StoredFile): Promise<StoredFile> {
    await writeRecord(this.directory, stored);
    const callerKey = this.index.get(stored.id)?.callerKey ?? null;
    this.index.set({ ...completeUpload(stored), callerKey });
    return stored;
  }

  async remove(id: string): Promise<void> {
    this.forget(id);
    await removePlaces(this.directory, id);
  }

  async expired(): Promise<StoredFile[]> {
    return this.expiredOf(this.index.all());
  }

  async removeStalled(): Promise<number> {
    const stalled = this.index.stalled(this.now().getTime()).filter(({ id }) => !this.isFinishing(id));
    // Release their places at once, before the files are deleted.
    for (const { id } of stalled) this.forget(id);
    await Promise.all(stalled.map(({ id }) => removePlaces(this.directory, id)));
    return stalled.length;
  }

  async removeStrays(): Promise<number> {
    const { strays } = await findUploads(this.directory);
    let removed = 0;
    for (const name of strays) {
      const path = join(this.directory, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs >= this.expiry) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
}
