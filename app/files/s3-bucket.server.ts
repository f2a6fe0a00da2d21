import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { S3, S3ServiceException } from "@aws-sdk/client-s3";
import type { Env } from "../platform/env.server.ts";
import type { ByteRange } from "./file-storage.server.ts";
import { storageError } from "./upload-rules.ts";

export type S3Config = Extract<Env["s3"], { on: true }>;

/** What listing says about an object. */
export interface ListedObject {
  key: string;
  size: number;
  /** In ms since 1970, by the bucket's clock. */
  changed: number;
}

/**
 * How long the bucket may take to accept a connection, and to take a request and begin its response, in ms. All attempts and the
 * SDK's pauses of less than a second stay below the 120,000 ms of docs/specification.md, section 9, "Library values".
 */
const CONNECT_MS = 3_000;
const RESPONSE_MS = 30_000;
const ATTEMPTS = 3;
/** How long a connection may be silent, also in the middle of a response, in ms. */
const IDLE_MS = 30_000;

/** Objects that one request of S3 deletes. */
const MAX_DELETED = 1_000;

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && ["NoSuchKey", "NotFound"].includes(error.name);

const isBucketMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === "NoSuchBucket";

/**
 * A private S3 bucket. Every method throws an AppError `storage/bucket-not-found` or `storage/unavailable` when the bucket does not
 * do what it should.
 */
export class Bucket {
  readonly #s3: S3;
  readonly #config: S3Config;

  constructor(config: S3Config, { idleMs = IDLE_MS }: { idleMs?: number } = {}) {
    const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = config;
    this.#config = config;
    this.#s3 = new S3({
      endpoint,
      region,
      forcePathStyle,
      credentials: { accessKeyId, secretAccessKey },
      // Services other than Amazon's do not all know the checksums that the SDK adds by default.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // What fails is thrown; the SDK would also write to the console that it does not send a stream again.
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      maxAttempts: ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        requestTimeout: RESPONSE_MS,
        // By default the SDK only logs that the time is over, and waits on.
        throwOnRequestTimeout: true,
        socketTimeout: idleMs,
      },
    });
  }

  async #call<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      if (isMissing(error)) throw error;
      const { bucket, endpoint } = this.#config;
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const code = isBucketMissing(error) ? "storage/bucket-not-found" : "storage/unavailable";
      throw storageError(code, `The bucket ${bucket} at ${endpoint}: ${reason}`, error);
    }
  }

  /** Stores an object, replacing the one before; encryption at rest is asked for (SSE-S3). */
  async #put(key: string, body: string | Readable, size: number): Promise<void> {
    await this.#call(
      this.#s3.putObject({
        Bucket: this.#config.bucket,
        Key: key,
        Body: body,
        ContentLength: size,
        ServerSideEncryption: "AES256",
      }),
    );
  }

  putText(key: string, text: string): Promise<void> {
    return this.#put(key, text, Buffer.byteLength(text));
  }

  async putFile(key: string, path: string): Promise<void> {
    await this.#put(key, createReadStream(path), (await stat(path)).size);
  }

  /**
   * Returns the bytes of an object or a range of them, or null when there is none. The stream fails with a TimeoutError when the
   * bucket stops sending.
   */
  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    try {
      const { Body } = await this.#call(
        this.#s3.getObject({
          Bucket: this.#config.bucket,
          Key: key,
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
        }),
      );
      return Body as Readable;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Returns the JSON of an object, or undefined when there is none. */
  async readJson(key: string): Promise<unknown> {
    const body = await this.read(key);
    if (!body) return undefined;
    const chunks = await this.#call(body.toArray());
    return JSON.parse(Buffer.concat(chunks as Buffer[]).toString("utf8"));
  }

  /** Returns the objects below a prefix in the order of their keys. */
  async list(prefix: string): Promise<ListedObject[]> {
    const found: ListedObject[] = [];
    for (let isTruncated = true; isTruncated;) {
      const after = found.at(-1)?.key;
      const page = await this.#call(
        this.#s3.listObjectsV2({
          Bucket: this.#config.bucket,
          Prefix: prefix,
          ...(after === undefined ? {} : { StartAfter: after }),
        }),
      );
      for (const { Key = "", Size = 0, LastModified } of page.Contents ?? [])
        found.push({ key: Key, size: Size, changed: LastModified?.getTime() ?? 0 });
      isTruncated = page.IsTruncated === true && found.at(-1)?.key !== after;
    }
    return found;
  }

  /** Returns the prefixes of the keys that rules of the bucket (life cycle) delete by themselves. Rejects when the key may not ask. */
  async expiringPrefixes(): Promise<string[]> {
    const { Rules = [] } = await this.#call(
      this.#s3.getBucketLifecycleConfiguration({ Bucket: this.#config.bucket }),
    );
    return Rules.filter(({ Status, Expiration }) => Status === "Enabled" && Expiration).map(
      ({ Filter, Prefix }) => Filter?.And?.Prefix ?? Filter?.Prefix ?? Prefix ?? "",
    );
  }

  /** Deletes objects, a thousand per request; missing ones are ignored. */
  async delete(keys: readonly string[]): Promise<void> {
    const { bucket: Bucket } = this.#config;
    if (keys.length === 1) return void (await this.#call(this.#s3.deleteObject({ Bucket, Key: keys[0] })));
    for (let at = 0; at < keys.length; at += MAX_DELETED) {
      const Objects = keys.slice(at, at + MAX_DELETED).map((Key) => ({ Key }));
      // Every service knows MD5, which this request has to have; the SDK would send a newer checksum.
      const Delete = { Objects, Quiet: true };
      const { Errors = [] } = await this.#call(
        this.#s3.deleteObjects({ Bucket, Delete, ChecksumAlgorithm: "MD5" }),
      );
      const [first] = Errors;
      if (first) throw storageError("storage/unavailable", `${Errors.length} objects stay: ${first.Code}`);
    }
  }
}

/** Calls `use` with the path of a file that does not exist yet, in a private temporary directory that is deleted afterwards. */
export async function withTemporaryFile<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "upload-"));
  try {
    return await use(join(directory, "bytes"));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
