import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { badRequest, payloadTooLarge } from "../errors.ts";

/** Bytes that have arrived whole and lie flushed in a temporary file. */
export interface Received {
  path: string;
  sha1: string;
  size: number;
}

/**
 * Streams a request body into a new file in `directory`, hashing on the way; the memory it takes does not grow
 * with the upload. Throws LakeError 413 above `maxBytes` and 400 for an empty or cut-off body; whatever goes
 * wrong, no file is left behind.
 */
export async function receive(request: Request, directory: string, maxBytes: number): Promise<Received> {
  const tooLarge = () => payloadTooLarge(`The upload is larger than ${maxBytes} bytes`);
  const announced = announcedLength(request);
  if (announced !== null && announced > maxBytes) throw tooLarge();
  if (!request.body) throw badRequest("The upload is empty");

  const path = join(directory, `${randomUUID()}.part`);
  const handle = await open(path, "wx", 0o600);
  const hash = createHash("sha1");
  let size = 0;
  async function* measured(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    // flush: the bytes are on disk before the document that speaks of them.
    await pipeline(request.body, measured, handle.createWriteStream({ flush: true }));
    if (size === 0) throw badRequest("The upload is empty");
    if (announced !== null && announced !== size) throw badRequest("The upload was cut off");
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, sha1: hash.digest("hex"), size };
}

function announcedLength(request: Request): number | null {
  const header = request.headers.get("content-length");
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}
