import { bodyLimit } from "./body-limits.ts";

/** Paths whose bodies stream to disk; all others are small enough to be read first. */
const STREAMED = /^\/(?:questionnaire|api\/uploads)(?:$|[/?.])/;

class BodyTooLarge extends Error {}

async function readUpTo(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function counting(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > limit) controller.error(new BodyTooLarge());
      else controller.enqueue(chunk);
    },
  });
}

function withBody(request: Request, body: BodyInit): Request {
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);
}

/**
 * Counts a request's body before anything parses it. Answers the request to go on with, or 413 as a status. A declared
 * length is believed only when it is too large.
 */
export async function limitBody(request: Request): Promise<Request | 413> {
  if (!request.body) return request;
  const path = new URL(request.url).pathname;
  const limit = bodyLimit(path);
  if (Number(request.headers.get("content-length") ?? 0) > limit) return 413;
  if (STREAMED.test(path)) return withBody(request, request.body.pipeThrough(counting(limit)));
  try {
    return withBody(request, await readUpTo(request.body, limit));
  } catch (error) {
    if (error instanceof BodyTooLarge) return 413;
    throw error;
  }
}
