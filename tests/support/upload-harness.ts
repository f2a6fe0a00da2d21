import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { createServer, request as httpRequest, type ClientRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import type { Locker } from "@tus/server";
import type { S3StandIn } from "stand-ins/s3";
import * as tus from "tus-js-client";
import { DiskFileStorage, type DiskStorageOptions } from "../../app/files/disk-storage.server.ts";
import type { FileStorage } from "../../app/files/file-storage.server.ts";
import { S3FileStorage } from "../../app/files/s3-storage.server.ts";
import { sendFile } from "../../app/files/send-file.ts";
import { createUploadEndpoint, type UploadEndpoint } from "../../app/files/tus-endpoint.server.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import type { AppError } from "../../app/platform/errors.ts";
import { createReceiveBody } from "../../server/body-limits.ts";

interface SeenRequest {
  method: string;
  bytes: number;
  status: number;
}

export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Metadata fields of the tus header. */
export const metadataHeader = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** What the harness stores files on: the contract of both is the same. */
export const STORAGES = ["disk", "s3"] as const;

/** Returns the settings of a stand-in as the site has them. */
export function s3Config({ env }: S3StandIn) {
  const { s3 } = parseEnv(env);
  if (!s3.on) throw new Error("S3 is off.");
  return s3;
}

interface HarnessOptions extends Partial<DiskStorageOptions>, Pick<UploadEndpoint, "requests"> {
  locker?: Locker;
  /** How long the next bytes of a body may take, in ms. */
  idleMs?: number;
}

/** The real endpoint over real HTTP on a temporary directory or a bucket, and the browser's upload code. */
export class UploadHarness {
  readonly directory = mkdtempSync(join(tmpdir(), "uploads-"));
  readonly draft = randomUUID();
  readonly seen: SeenRequest[] = [];
  readonly reported: AppError[] = [];
  /** Requests that the endpoint works on. */
  running = 0;
  /** Delay of the storage, in ms. */
  clock = Date.now();
  storage!: FileStorage;
  readonly #s3: S3StandIn | null;
  /** Key of the caller of all requests. */
  caller = "192.0.2.1";
  /** Return true to drop the connection before the endpoint gets the request. */
  cuts: (method: string, socket: { destroy(): void }) => boolean = () => false;
  /** Return a status to respond with it before the endpoint gets the request. */
  refuses: (method: string) => number | null = () => null;
  #server!: Server;
  #endpoint = "";

  /** @param s3 the bucket to use instead of the directory. */
  constructor(s3: S3StandIn | null = null) {
    this.#s3 = s3;
  }

  async open({ requests = {}, idleMs = 60_000, ...options }: HarnessOptions = {}): Promise<void> {
    const now = () => new Date(this.clock);
    this.storage = this.#s3
      ? new S3FileStorage({ config: s3Config(this.#s3), now, ...options })
      : await DiskFileStorage.open({ directory: this.directory, spare: 0, now, ...options });
    const handle = createUploadEndpoint({
      storage: this.storage,
      path: "/api/uploads",
      requests,
      report: (error) => this.reported.push(error),
    });
    const receiveBody = createReceiveBody({ idleMs: { streamed: idleMs, upload: idleMs } });
    this.#server = createServer(
      createRequestListener(async (request) => {
        const refusal = this.refuses(request.method);
        if (refusal !== null) return new Response("", { status: refusal });
        const bytes = Number(request.headers.get("content-length") ?? 0);
        this.running += 1;
        const received = await receiveBody(request, this.caller, (limited) =>
          handle(limited, this.caller),
        ).finally(() => (this.running -= 1));
        const response = typeof received === "number" ? new Response("", { status: received }) : received;
        this.seen.push({ method: request.method, bytes, status: response.status });
        return response;
      }),
    );
    this.#server.prependListener("request", ({ method, socket }) => {
      if (this.cuts(method ?? "", socket)) socket.destroy();
    });
    await readdir(this.directory); // the tus store makes its directory behind our back
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#endpoint = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/uploads`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Restarts the endpoint without its memory, as after a crash. */
  async reopen(options: HarnessOptions = {}): Promise<void> {
    await this.close();
    await this.open(options);
  }

  async end(): Promise<void> {
    await this.close();
    await mkdir(this.directory, { recursive: true }); // behind the one of the tus store, should that still wait
    rmSync(this.directory, { recursive: true });
    this.#s3?.proxy.clear();
    this.#s3?.clear();
  }

  /** Returns the names of everything stored. */
  files(): string[] {
    return this.#s3 ? this.#s3.keys() : readdirSync(this.directory);
  }

  /** Returns the bytes of a complete file, or null. */
  async bytes(id: string): Promise<Buffer | null> {
    const stream = await this.storage.read(id);
    return stream && Buffer.concat((await stream.toArray()) as Buffer[]);
  }

  /** Sends a file as the browser does; `code` is null on success. */
  send(
    bytes: Buffer,
    options: { name?: string; id?: string; draft?: string; sha256?: string; resume?: boolean } = {},
  ): Promise<{ id: string; code: string | null }> {
    const { name = "brief.pdf", id = randomUUID(), draft = this.draft } = options;
    const { resume = false } = options;
    const file = { source: bytes, size: bytes.length, name, draft, id, resume, endpoint: this.#endpoint };
    return new Promise((resolve) => {
      sendFile(
        tus,
        { ...file, sha256: options.sha256 ?? sha256(bytes) },
        {
          onProgress: () => {},
          onDone: () => resolve({ id, code: null }),
          onFailed: ({ code }) => resolve({ id, code }),
        },
      );
    });
  }

  call(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Response> {
    return fetch(this.#endpoint + path, {
      method,
      headers: { "tus-resumable": "1.0.0", ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  }

  /** Begins a PATCH whose bytes the caller writes, or never does. */
  openPatch(id: string, offset: number, length: number): ClientRequest {
    return httpRequest(`${this.#endpoint}/${id}`, {
      method: "PATCH",
      headers: {
        "tus-resumable": "1.0.0",
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
        "content-length": String(length),
      },
    }).on("error", () => {});
  }

  /** Creates an upload without sending a byte. */
  create(size: number, fields: Record<string, string>): Promise<Response> {
    return this.call("POST", "", {
      "upload-length": String(size),
      "upload-metadata": metadataHeader(fields),
    });
  }
}
