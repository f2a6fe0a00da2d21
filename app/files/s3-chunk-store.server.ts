import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DataStore, ERRORS, Upload } from "@tus/server";
import type { StoredFile } from "../model/stored-file.ts";
import { isAppError } from "../platform/errors.ts";
import { withTemporaryFile, type Bucket, type ListedObject } from "./s3-bucket.server.ts";
import { MIN_PART_BYTES, storageError } from "./upload-rules.ts";

// `incoming/<id>/info` describes an incomplete upload, `incoming/<id>/<offset>` are its bytes, one object per request.

export const INCOMING = "incoming/";
const incomingPrefix = (id: string) => `${INCOMING}${id}/`;
const infoKey = (id: string) => `${incomingPrefix(id)}info`;
const chunkKey = (id: string, offset: number) => `${incomingPrefix(id)}${String(offset).padStart(10, "0")}`;

/** Parts below MIN_PART_BYTES, which lost connections leave. */
const MAX_SHORT_PARTS = 20;

export interface UploadInfo {
  size: number;
  metadata: Record<string, string | null>;
  /** When it began or its last byte arrived, in ms since 1970. */
  seen: number;
}

export interface ChunkStoreOptions {
  bucket: Bucket;
  now: () => Date;
  metered: (id: string, offset: number, bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** Returns the record of a complete file, or null. */
  record: (id: string) => Promise<StoredFile | null>;
  remove: (id: string) => Promise<void>;
}

/** Returns the chunks that follow each other from offset 0. What another request wrote behind a gap is not counted. */
function consecutive(id: string, objects: readonly ListedObject[]): { keys: string[]; size: number } {
  const keys: string[] = [];
  let size = 0;
  for (const object of objects) {
    if (object.key !== chunkKey(id, size)) continue;
    keys.push(object.key);
    size += object.size;
  }
  return { keys, size };
}

/**
 * Stores the incomplete uploads of the tus server in a bucket, an object for what each request brought. An acknowledged byte is
 * never moved or rewritten until the file is complete, so nothing that happens to a process or the bucket loses one; @tus/s3-store
 * deletes the last part before it stores the longer one.
 */
export class S3ChunkStore extends DataStore {
  readonly #options: ChunkStoreOptions;

  constructor(options: ChunkStoreOptions) {
    super();
    this.extensions = ["creation", "creation-with-upload", "creation-defer-length", "termination"];
    this.#options = options;
  }

  /** Returns an incomplete upload as it is described, or null. */
  async info(id: string): Promise<UploadInfo | null> {
    return ((await this.#options.bucket.readJson(infoKey(id))) as UploadInfo | undefined) ?? null;
  }

  /** Records that the upload is being continued. */
  async touch(id: string, info: Omit<UploadInfo, "seen">): Promise<void> {
    const { bucket, now } = this.#options;
    const { size, metadata } = info;
    await bucket.putText(infoKey(id), JSON.stringify({ size, metadata, seen: now().getTime() }));
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata = {} } = upload;
    await this.touch(id, { size, metadata });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bucket, record } = this.#options;
    const stored = await record(id);
    if (stored) {
      const { size, name, customMetadata } = stored.metadata;
      const metadata = { key: id, draft: stored.draft, filename: customMetadata["fileName"] ?? name };
      return new Upload({ id, size, metadata, offset: size });
    }
    const info = await this.info(id);
    if (!info) throw ERRORS.FILE_NOT_FOUND;
    const { size, metadata } = info;
    const chunks = await bucket.list(incomingPrefix(id));
    return new Upload({ id, size, metadata, offset: consecutive(id, chunks).size });
  }

  override write(stream: Readable, id: string, offset: number): Promise<number> {
    const { bucket, metered } = this.#options;
    return withTemporaryFile(async (path) => {
      let failure: unknown;
      await pipeline(metered(id, offset, stream), createWriteStream(path, { mode: 0o600 })).catch(
        (error: unknown) => (failure = error),
      );
      if (isAppError(failure)) throw failure;
      const info = await this.info(id);
      if (!info) throw storageError("storage/object-not-found", "The upload is gone.");
      // What arrived before the connection was lost is stored, too.
      const { size } = await stat(path);
      const isKept = size > 0 && (await this.#takesPart(id, info, offset, size));
      if (isKept) await bucket.putFile(chunkKey(id, offset), path);
      await this.touch(id, info);
      if (failure !== undefined) throw failure;
      return isKept ? offset + size : offset;
    });
  }

  /** Returns whether a part is stored: it is of decent size, the end of the file, or among the few short ones. */
  async #takesPart(id: string, info: UploadInfo, offset: number, size: number): Promise<boolean> {
    if (size >= MIN_PART_BYTES || offset + size === info.size) return true;
    return (await this.#options.bucket.list(incomingPrefix(id))).length <= MAX_SHORT_PARTS;
  }

  override async remove(id: string): Promise<void> {
    await this.#options.remove(id);
  }

  /** Writes all bytes of an upload to a new file of this disk. Throws `storage/unavailable` when one is missing. */
  async download(id: string, path: string): Promise<void> {
    const { bucket } = this.#options;
    const { keys } = consecutive(id, await bucket.list(incomingPrefix(id)));
    async function* bytes() {
      for (const key of keys) yield* (await bucket.read(key)) ?? [];
    }
    await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: 0o600 })).catch((error: unknown) => {
      throw isAppError(error)
        ? error
        : storageError("storage/unavailable", "An upload could not be read.", error);
    });
  }

  async discard(id: string): Promise<void> {
    const { bucket } = this.#options;
    const objects = await bucket.list(incomingPrefix(id));
    await bucket.delete(objects.map(({ key }) => key));
  }
}
