import {
  MAX_QUESTIONNAIRE_BYTES,
  MAX_QUESTIONNAIRE_TEXT_BYTES,
  MAX_UPLOAD_REQUEST_BYTES,
} from "../app/model/upload-limits.ts";

const KB = 1024;
const MB = 1024 * KB;

export interface BodyLimit {
  maxBytes: number;
  /** Uploads are passed on as they arrive; other bodies are read first, so that a handler never waits for a slow caller. */
  isStreamed: boolean;
}

/** The first matching prefix wins. */
const LIMITS: readonly [prefix: string, maxBytes: number, how?: "streamed"][] = [
  ["/questionnaire.data", MAX_QUESTIONNAIRE_TEXT_BYTES],
  ["/questionnaire", MAX_QUESTIONNAIRE_BYTES, "streamed"],
  ["/api/uploads", MAX_UPLOAD_REQUEST_BYTES, "streamed"],
  ["/contract", 1 * MB], // a drawn signature
  ["/webhooks/sanity", 256 * KB],
  ["/webhooks/", 1 * MB],
  ["/", 256 * KB],
];

/** Returns the limit for request bodies of a path. */
export function bodyLimit(path: string): BodyLimit {
  const [, maxBytes = 0, how] = LIMITS.find(([prefix]) => path.startsWith(prefix)) ?? [];
  return { maxBytes, isStreamed: how === "streamed" };
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

/** The statuses of bodies that are not handled: too slow, too large, or too much in memory already. */
export type BodyRefusal = 408 | 413 | 503;

class BodyRefused extends Error {
  readonly status: BodyRefusal;
  constructor(status: BodyRefusal) {
    super(`The body is refused with ${status}.`);
    this.status = status;
  }
}

/** Counts the bytes in memory, of everybody and of each caller. */
function createHeldBytes() {
  let total = 0;
  const byCaller = new Map<string, number>();
  return {
    /** Counts bytes. Returns false when they are too many. */
    add(callerKey: string, bytes: number): boolean {
      const ofCaller = (byCaller.get(callerKey) ?? 0) + bytes;
      total += bytes;
      byCaller.set(callerKey, ofCaller);
      const most = ofCaller > SMALL_BYTES ? MAX_HELD_BYTES - RESERVED_BYTES : MAX_HELD_BYTES;
      return total <= most && ofCaller <= MAX_HELD_BYTES_PER_CALLER;
    },
    remove(callerKey: string, bytes: number): void {
      const ofCaller = (byCaller.get(callerKey) ?? 0) - bytes;
      total -= bytes;
      if (ofCaller > 0) byCaller.set(callerKey, ofCaller);
      else byCaller.delete(callerKey);
    },
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

function countingStream(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > limit) controller.error(new BodyRefused(413));
      else controller.enqueue(chunk);
    },
  });
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
 * Content-Length is trusted only when it is too large.
 */
export function createReceiveBody(timeoutMs = TIMEOUT_MS): ReceiveBody {
  const held = createHeldBytes();
  return async (request, callerKey, handle) => {
    if (!request.body) return handle(request);
    const { maxBytes, isStreamed } = bodyLimit(new URL(request.url).pathname);
    if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return 413;
    if (isStreamed) return handle(withBody(request, request.body.pipeThrough(countingStream(maxBytes))));
    let size = 0;
    let heldBytes = 0;
    const admit = (bytes: number): void => {
      size += bytes;
      heldBytes += bytes + CHUNK_BYTES;
      const fits = held.add(callerKey, bytes + CHUNK_BYTES);
      if (size > maxBytes) throw new BodyRefused(413);
      if (!fits) throw new BodyRefused(503);
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
      held.remove(callerKey, heldBytes);
    }
  };
}
