import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FileStorage } from "./file-storage.server.ts";

/**
 * The bytes of a stored file as a download, streamed. What visitors upload is never shown inside the site: the browser is
 * told to save it, to believe its type, and to run nothing of it. 404 when there is no such file.
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
