import {
  MAX_QUESTIONNAIRE_BYTES,
  MAX_QUESTIONNAIRE_TEXT_BYTES,
  MAX_UPLOAD_REQUEST_BYTES,
} from "../app/model/upload-limits.ts";

const KB = 1024;
const MB = 1024 * KB;

/**
 * `read`: before it is handled, so that a handler never waits for a slow caller. `streamed` and `upload`: passed on as it arrives,
 * which may take minutes; uploads have bounds of their own (app/files/tus-endpoint.server.ts).
 */
type How = "read" | "streamed" | "upload";

export interface BodyLimit {
  maxBytes: number;
  how: How;
}

/** The first matching prefix wins. */
const LIMITS: readonly [prefix: string, maxBytes: number, how?: How][] = [
  ["/questionnaire.data", MAX_QUESTIONNAIRE_TEXT_BYTES],
  ["/questionnaire", MAX_QUESTIONNAIRE_BYTES, "streamed"],
  ["/api/uploads/", MAX_UPLOAD_REQUEST_BYTES, "upload"],
  ["/contract", 1 * MB], // a drawn signature
  ["/webhooks/sanity", 256 * KB],
  ["/webhooks/", 1 * MB],
  ["/", 256 * KB],
];

/** Returns the limit for request bodies of a path. */
export function bodyLimit(path: string): BodyLimit {
  const [, maxBytes = 0, how = "read"] = LIMITS.find(([prefix]) => `${path}/`.startsWith(prefix)) ?? [];
  return { maxBytes, how };
}

/** Enough for 1 MB on a slow phone connection. */
const TIMEOUT_MS = 60_000;

/** Of all bodies in memory, from their first byte until they are handled. */
const MAX_HELD_BYTES = 64 * MB;
/** Of one caller: four of the largest forms. */
const MAX_HELD_BYTES_PER_CALLER = 4 * MB;
/** The part of the memory that only callers with small forms get, so that a few callers cannot take all of it. */
const RESERVED_BYTES = 16 * MB;
const SMALL_BYTES = 64 * KB;
/** What a chunk takes besides its bytes. A body may be sent in chunks of one byte. */
const CHUNK_BYTES = 256;

/** Streamed forms at once: browsers without scripts send files with one. */
const MAX_STREAMED = 300;
const MAX_STREAMED_PER_CALLER = 8;
/** How long the next bytes of a body that is passed on may take. A browser gives an upload up after 45 s without progress, and resumes it. */
const IDLE_MS = { streamed: 30_000, upload: 60_000 };

/** The statuses of bodies that are not handled: too slow, too large, or too much in memory already. */
export type BodyRefusal = 408 | 413 | 503;

class BodyRefused extends Error {
  readonly status: BodyRefusal;
  constructor(status: BodyRefusal) {
    super(`The body is refused with ${status}.`);
    this.status = status;
  }
}

/** Counts what everybody has, and what each caller has. */
function createCount() {
  let total = 0;
  const byCaller = new Map<string, number>();
  return (callerKey: string, change: number) => {
    const ofCaller = (byCaller.get(callerKey) ?? 0) + change;
    total += change;
    if (ofCaller > 0) byCaller.set(callerKey, ofCaller);
    else byCaller.delete(callerKey);
    return { total, ofCaller };
  };
}

/** Reads a whole body. `admit` is called with each chunk's size; what it throws ends the reading. */
async function readWhole(
  body: ReadableStream<Uint8Array>,
  admit: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  await body.pipeTo(
    new WritableStream({
      write(chunk) {
        admit(chunk.byteLength);
        chunks.push(chunk);
      },
    }),
    { signal },
  );
  return Buffer.concat(chunks);
}

/** Passes a body on as it is asked for. Fails when it is too large, or when nothing comes for `idleMs`. */
function limitStream(body: ReadableStream<Uint8Array>, maxBytes: number, idleMs: number) {
  const reader = body.getReader();
  let size = 0;
  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const idle = Promise.withResolvers<never>();
    const timer = setTimeout(() => idle.reject(new BodyRefused(408)), idleMs);
    try {
      const { done, value } = await Promise.race([reader.read(), idle.promise]);
      if (done) return controller.close();
      size += value.byteLength;
      if (size > maxBytes) throw new BodyRefused(413);
      controller.enqueue(value);
    } catch (error) {
      reader.cancel(error).catch(() => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
}

function withBody({ url, method, headers, signal }: Request, body: BodyInit): Request {
  // Node requires `duplex` for a streaming body; the DOM types lack it.
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, body, duplex: "half" };
  return new Request(url, init);
}

/** Limits a request's body before `handle` parses it. Returns its result, or the status of a body that is not handled. */
export type ReceiveBody = <Result>(
  request: Request,
  callerKey: string,
  handle: (request: Request) => Promise<Result>,
) => Promise<Result | BodyRefusal>;

/**
 * Creates the receiver of all request bodies. A body that is not streamed is read first, and counts until it is handled: 413 when it
 * is too large, 408 when it did not arrive within `timeoutMs`, 503 while its caller, or all together, have too much in memory. A
 * streamed one gets 503 while too many are open. It, and an upload, fail for their reader when nothing comes for `idleMs`. A
 * Content-Length is trusted only when it is too large.
 */
export function createReceiveBody({ timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS } = {}): ReceiveBody {
  const countHeld = createCount();
  const countStreamed = createCount();

  const stream: ReceiveBody = async (request, callerKey, handle) => {
    const { total, ofCaller } = countStreamed(callerKey, 1);
    try {
      return total > MAX_STREAMED || ofCaller > MAX_STREAMED_PER_CALLER ? 503 : await handle(request);
    } finally {
      countStreamed(callerKey, -1);
    }
  };

  return async (request, callerKey, handle) => {
    if (!request.body) return handle(request);
    const { maxBytes, how } = bodyLimit(new URL(request.url).pathname);
    if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return 413;
    if (how !== "read") {
      const limited = withBody(request, limitStream(request.body, maxBytes, idleMs[how]));
      return how === "upload" ? handle(limited) : stream(limited, callerKey, handle);
    }
    let size = 0;
    let heldBytes = 0;
    const admit = (bytes: number): void => {
      size += bytes;
      heldBytes += bytes + CHUNK_BYTES;
      const { total, ofCaller } = countHeld(callerKey, bytes + CHUNK_BYTES);
      const most = ofCaller > SMALL_BYTES ? MAX_HELD_BYTES - RESERVED_BYTES : MAX_HELD_BYTES;
      if (size > maxBytes) throw new BodyRefused(413);
      if (total > most || ofCaller > MAX_HELD_BYTES_PER_CALLER) throw new BodyRefused(503);
    };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const body = await readWhole(request.body, admit, timeout).catch((error: unknown) => {
        if (error instanceof BodyRefused) return error.status;
        if (timeout.aborted) return 408;
        throw error;
      });
      return typeof body === "number" ? body : await handle(withBody(request, body));
    } finally {
      countHeld(callerKey, -heldBytes);
    }
  };
}
