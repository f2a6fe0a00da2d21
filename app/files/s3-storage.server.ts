import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { StoredFile } from "../model/stored-file.ts";
import { MAX_FILES } from "../model/upload-limits.ts";
import { isUuid } from "../model/uuid.ts";
import { isAppError } from "../platform/errors.ts";
import { completeUpload, requireFree, type FoundUpload } from "./file-index.server.ts";
import {
  checkFile,
  FileStorage,
  requireAllowed,
  withLock,
  type ArrivedFile,
  type ByteRange,
  type NewUpload,
  type StorageOptions,
} from "./file-storage.server.ts";
import { Bucket, withTemporaryFile, type S3Config } from "./s3-bucket.server.ts";
import { INCOMING, S3ChunkStore } from "./s3-chunk-store.server.ts";
import { S3Records, fileKey } from "./s3-records.server.ts";
import { STALLED_AFTER_MS, storageError } from "./upload-rules.ts";

/** How often a running request records that its upload goes on, in ms; below the time after which an upload has stalled. */
const TOUCH_MS = 120_000;

/**
 * Stores files and their records in a bucket. Any number of processes may use it at a time, given a locker that they share. Room
 * and shares count the uploads that began at this process; the number of files of a draft counts everywhere.
 */
export class S3FileStorage extends FileStorage {
  readonly datastore: S3ChunkStore;
  readonly #bucket: Bucket;
  readonly #records: S3Records;

  constructor({ config, ...options }: StorageOptions & { config: S3Config }) {
    super(options);
    this.#bucket = new Bucket(config);
    this.#records = new S3Records(this.#bucket);
    this.datastore = new S3ChunkStore({
      bucket: this.#bucket,
      now: this.now,
      metered: (id, offset, bytes) => this.metered(id, offset, bytes),
      record: (id) => this.#records.get(id),
      remove: (id) => this.remove(id),
    });
  }

  async ping(): Promise<void> {
    // No key begins like this: one request, whose answer is empty.
    await this.#bucket.list("ping/");
  }

  async get(id: string): Promise<FoundUpload | undefined> {
    if (!isUuid(id)) return undefined;
    const stored = await this.#records.get(id);
    if (stored) return completeUpload(stored);
    const info = await this.datastore.info(id);
    const draft = info?.metadata["draft"];
    if (!info || !draft) return undefined;
    return { id, draft, size: info.size, arrived: 0, seen: info.seen, stored: null };
  }

  async #getAll(ids: readonly string[]): Promise<FoundUpload[]> {
    const found: FoundUpload[] = [];
    // Twenty at a time, for commands that read everything.
    for (let at = 0; at < ids.length; at += 20) {
      const batch = await Promise.all(ids.slice(at, at + 20).map((id) => this.get(id)));
      found.push(...batch.filter((upload) => upload !== undefined));
    }
    return found;
  }

  async ofDraft(draft: string): Promise<FoundUpload[]> {
    if (!isUuid(draft)) return [];
    const kinds = ["open", "unclaimed"] as const;
    const marks = await Promise.all(kinds.map((kind) => this.#records.marks(kind, draft)));
    const uploads = await this.#getAll([...new Set(marks.flat().map(({ id }) => id))]);
    return uploads.filter(({ stored }) => !stored?.claim?.confirmed);
  }

  async all(): Promise<FoundUpload[]> {
    const [ids, open] = await Promise.all([this.#records.ids(), this.#records.marks("open")]);
    return this.#getAll([...new Set([...ids, ...open.map(({ id }) => id)])]);
  }

  async reserve(upload: NewUpload): Promise<void> {
    requireAllowed(upload);
    const { id, draft, size, callerKey } = upload;
    this.#forgetOld();
    const [known, ofDraft] = await Promise.all([this.get(id), this.ofDraft(draft)]);
    requireFree(known, draft);
    if (ofDraft.length >= MAX_FILES)
      throw storageError("storage/too-many-files", `More than ${MAX_FILES} files.`);
    const seen = this.now().getTime();
    // An upload of this id whose creation failed, or that another process has removed since, gives its place back.
    this.index.delete(id);
    this.index.reserve({ id, draft, size, callerKey, seen });
    await this.#records.mark("open", draft, id).catch((error: unknown) => {
      this.index.delete(id);
      throw error;
    });
  }

  /** Releases the places of uploads that have stalled or expired, or went on elsewhere. */
  #forgetOld(): void {
    const { expiry } = this;
    const expired = this.index.all().filter(({ seen }) => seen < expiry);
    for (const { id } of [...this.index.stalled(this.now().getTime()), ...expired]) this.forget(id);
  }

  protected async watch(id: string, offset: number): Promise<() => Promise<void>> {
    // Begun at another process.
    const known = this.index.get(id) ? undefined : await this.get(id);
    if (known) this.index.set({ ...known, arrived: offset, callerKey: null });
    let touched = this.now().getTime();
    return async () => {
      const seen = this.now().getTime();
      if (seen - touched <= TOUCH_MS) return;
      const info = await this.datastore.info(id);
      if (!info) throw storageError("storage/object-not-found", "The upload is gone.");
      await this.datastore.touch(id, info);
      touched = seen;
    };
  }

  protected check(arrived: ArrivedFile): Promise<StoredFile> {
    return withLock(this.locker, `${arrived.id}/finish`, () => this.#finish(arrived));
  }

  async #finish(arrived: ArrivedFile): Promise<StoredFile> {
    const { id } = arrived;
    const known = await this.#records.get(id);
    if (known) return known;
    return withTemporaryFile(async (path) => {
      await this.datastore.download(id, path);
      return this.#accept(arrived, path);
    });
  }

  /** Checks a file of this disk and stores it. Deletes what there is of one that is rejected. */
  async #accept(arrived: ArrivedFile, path: string): Promise<StoredFile> {
    const { id, draft } = arrived;
    try {
      const metadata = await checkFile(path, arrived, this.now());
      const stored = { id, draft, metadata, claim: null };
      await this.#bucket.putFile(fileKey(id), path);
      await this.keep(stored);
      await this.datastore.discard(id);
      await this.#records.unmark("open", draft, id);
      return stored;
    } catch (error) {
      if (isAppError(error) && error.status < 500) await this.remove(id);
      throw error;
    }
  }

  protected async keep(stored: StoredFile): Promise<StoredFile> {
    const { id, claim } = stored;
    await this.#records.put(stored);
    const known = this.index.get(id);
    if (claim) this.forget(id);
    else if (known) this.index.set({ ...completeUpload(stored), callerKey: known.callerKey });
    return stored;
  }

  protected storeBytes(file: ArrivedFile, bytes: AsyncIterable<Buffer>): Promise<StoredFile> {
    return withTemporaryFile(async (path) => {
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 })).catch(async (error: unknown) => {
        await this.#discardOpen(file.draft, file.id);
        throw error;
      });
      return this.#accept(file, path);
    });
  }

  async restore(file: StoredFile, path: string): Promise<void> {
    await this.#bucket.putFile(fileKey(file.id), path);
    await this.keep(file);
  }

  async read(id: string, range?: ByteRange): Promise<Readable | null> {
    return isUuid(id) ? this.#bucket.read(fileKey(id), range) : null;
  }

  async #discardOpen(draft: string, id: string): Promise<void> {
    this.index.delete(id);
    await this.datastore.discard(id);
    await this.#records.unmark("open", draft, id);
  }

  async remove(id: string): Promise<void> {
    const upload = await this.get(id);
    if (!upload) return this.index.delete(id);
    const { draft } = upload;
    // What names the bytes goes after them, so that a second attempt finds what the first has left.
    await this.#bucket.delete([fileKey(id)]);
    await this.#records.delete(id);
    await this.#discardOpen(draft, id);
    await this.#records.unmark("unclaimed", draft, id);
  }

  async expired(): Promise<StoredFile[]> {
    const marks = await this.#records.marks("unclaimed");
    const { expiry } = this;
    const old = marks.filter(({ changed }) => changed < expiry);
    return this.expiredOf(await this.#getAll(old.map(({ id }) => id)));
  }

  async removeStalled(): Promise<number> {
    this.#forgetOld();
    const limit = this.now().getTime() - STALLED_AFTER_MS;
    let removed = 0;
    for (const { draft, id, changed } of await this.#records.marks("open")) {
      if (changed >= limit || this.isFinishing(id)) continue;
      const upload = await this.get(id);
      if (upload && !upload.stored && upload.seen >= limit) continue;
      // Its check may have been cut off before it wrote the record.
      if (!upload?.stored) {
        await this.#bucket.delete([fileKey(id)]);
        await this.#records.unmark("unclaimed", draft, id);
      }
      await this.#discardOpen(draft, id);
      if (!upload?.stored) removed += 1;
    }
    return removed;
  }

  async removeStrays(): Promise<number> {
    const limit = this.expiry;
    let removed = 0;
    for (const { draft, id, changed } of await this.#records.marks("unclaimed")) {
      if (changed >= limit) continue;
      const stored = await this.#records.get(id);
      if (stored && !stored.claim?.confirmed) continue;
      if (!stored) await this.#bucket.delete([fileKey(id)]);
      await this.#records.unmark("unclaimed", draft, id);
      removed += 1;
    }
    const old = (await this.#bucket.list(INCOMING)).filter(({ changed }) => changed < limit);
    await this.#bucket.delete(old.map(({ key }) => key));
    return removed + old.length;
  }
}
