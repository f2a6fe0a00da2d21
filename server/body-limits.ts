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
  ["/lake/", 128 * MB], // the lake has stricter limits of its own
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

class BodyTooLarge extends Error {}

/** Enough for 1 MB on a slow phone connection. */
const TIMEOUT_MS = 60_000;

function countingStream(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > limit) controller.error(new BodyTooLarge());
      else controller.enqueue(chunk);
    },
  });
}

function withBody({ url, method, headers, signal }: Request, body: BodyInit): Request {
  // Node requires `duplex` for a streaming body; the DOM types lack it.
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, body, duplex: "half" };
  return new Request(url, init);
}

/**
 * Limits a request's body before anything parses it. Returns the request to go on with, or a status: 413, or 408 when a body
 * that is not streamed did not arrive within `timeoutMs`. A Content-Length is trusted only when it is too large.
 */
export async function limitBody(request: Request, timeoutMs = TIMEOUT_MS): Promise<Request | 408 | 413> {
  if (!request.body) return request;
  const { maxBytes, isStreamed } = bodyLimit(new URL(request.url).pathname);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return 413;
  const counting = countingStream(maxBytes);
  if (isStreamed) return withBody(request, request.body.pipeThrough(counting));
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const body = request.body.pipeThrough(counting, { signal: timeout });
    return withBody(request, await new Response(body).bytes());
  } catch (error) {
    if (error instanceof BodyTooLarge) return 413;
    if (timeout.aborted) return 408;
    throw error;
  }
}
