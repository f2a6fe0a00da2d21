import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newUuid } from "../platform/uuid.ts";
import type { FileStorage } from "./file-storage.server.ts";
import type { StoredFile } from "./stored-file.ts";
import { MAX_FILE_BYTES } from "./upload-rules.ts";

/**
 * Returns a stored file as a download, streamed; 404 when there is none. The headers tell the browser to save it, to trust
 * its type and to run nothing of it, because visitors' files must never be shown inside the site.
 */
export async function fileResponse(storage: FileStorage, id: string): Promise<Response> {
  const metadata = storage.get(id)?.stored?.metadata;
  const handle = metadata && (await open(storage.path(id)).catch(() => null));
  if (!handle)
    return new Response("There is no such file.", { status: 404, headers: { "Cache-Control": "no-store" } });
  const body = Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      "Content-Type": metadata.contentType,
      "Content-Length": String(metadata.size),
      "Content-Disposition": metadata.contentDisposition,
      "Cache-Control": metadata.cacheControl,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

export interface IncomingFile {
  name: string;
  draft: string;
  callerKey: string | null;
}

/**
 * Stores a file from a stream of unknown length, such as a part of a posted form. Throws an AppError `storage/…`, after
 * which none of it is stored; the caller has to consume the rest of the stream.
 */
export async function storeStream(
  storage: FileStorage,
  { name, draft, callerKey }: IncomingFile,
  stream: Readable,
): Promise<StoredFile> {
  const id = newUuid();
  await storage.reserve({ id, draft, name, size: MAX_FILE_BYTES, callerKey });
  try {
    await pipeline(
      storage.metered(id, 0, stream),
      createWriteStream(storage.path(id), { flags: "wx", mode: 0o600 }),
    );
  } catch (error) {
    await storage.remove(id);
    throw error;
  }
  return storage.finish({ id, draft, name });
}
