import { bodyLimit } from "./body-limits.ts";

class BodyTooLarge extends Error {}

/** Half a minute for each half megabyte that a form may have: a telephone at the edge of its network is that quick. Milliseconds. */
const PATIENCE = 60_000;

async function readUpTo(
  body: ReadableStream<Uint8Array>,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  await body.pipeTo(
    new WritableStream({
      write(chunk) {
        size += chunk.byteLength;
        if (size > limit) throw new BodyTooLarge();
        chunks.push(chunk);
      },
    }),
    { signal },
  );
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

function withBody({ url, method, headers, signal }: Request, body: BodyInit): Request {
  // Node needs `duplex` for a streaming body; the DOM's types do not know it yet.
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, body, duplex: "half" };
  return new Request(url, init);
}

/**
 * Counts a request's body before anything parses it. Answers the request to go on with, or a status: 413, and 408 for a
 * small body that is not there after `patience` milliseconds. A declared length is believed only when it is too large.
 */
export async function limitBody(request: Request, patience = PATIENCE): Promise<Request | 408 | 413> {
  if (!request.body) return request;
  const { bytes, streamed } = bodyLimit(new URL(request.url).pathname);
  if (Number(request.headers.get("content-length") ?? 0) > bytes) return 413;
  if (streamed) return withBody(request, request.body.pipeThrough(counting(bytes)));
  const late = AbortSignal.timeout(patience);
  try {
    return withBody(request, await readUpTo(request.body, bytes, late));
  } catch (error) {
    if (error instanceof BodyTooLarge) return 413;
    if (late.aborted) return 408;
    throw error;
  }
}
