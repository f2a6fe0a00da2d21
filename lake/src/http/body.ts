import { badRequest, payloadTooLarge } from "../errors.ts";
import { LIMITS } from "../limits.ts";

async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = payloadTooLarge(`Request body exceeds ${limit} bytes`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw badRequest("The request body is not UTF-8 text");
  }
}

/**
 * Reads a JSON body; whatever its declared type, as a beacon sends JSON as text.
 * @throws LakeError 413 above the limit, 400 when it is not JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request, LIMITS.jsonBodyBytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest("The request body is not valid JSON");
  }
}
