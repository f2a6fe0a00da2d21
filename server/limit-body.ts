import { bodyLimit } from "./body-limits.ts";

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

/**
 * Counts a request's body before anything parses it. Answers the request to go on with, or 413 as a status. A declared
 * length is believed only when it is too large.
 */
export async function limitBody(request: Request): Promise<Request | 413> {
  if (!request.body) return request;
  const limit = bodyLimit(new URL(request.url).pathname);
  if (Number(request.headers.get("content-length") ?? 0) > limit) return 413;
  try {
    const body = await readUpTo(request.body, limit);
    const { url, method, headers, signal } = request;
    return new Request(url, { method, headers, signal, body });
  } catch (error) {
    if (error instanceof BodyTooLarge) return 413;
    throw error;
  }
}
