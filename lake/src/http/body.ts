import { badRequest, payloadTooLarge } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { LakeRequest } from "./request.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The bytes of a body; null when there are more than `limit`. */
async function collect(request: LakeRequest, limit: number): Promise<Uint8Array | null> {
  if (request.collect) return request.collect(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readText(request: LakeRequest, limit: number): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  const bytes = declared > limit ? null : await collect(request, limit);
  if (!bytes) throw payloadTooLarge(`Request body exceeds ${limit} bytes`);
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest("The request body is not UTF-8 text");
  }
}

/**
 * Reads a JSON body; whatever its declared type, as a beacon sends JSON as text.
 * @throws LakeError 413 above the limit, 400 when it is not JSON
 */
export async function readJson(request: LakeRequest): Promise<unknown> {
  const text = await readText(request, LIMITS.jsonBodyBytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest("The request body is not valid JSON");
  }
}
