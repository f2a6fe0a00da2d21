import { Readable } from "node:stream";
import rangeParser from "range-parser";
import type { ByteRange, FileStorage } from "./file-storage.server.ts";

/** Returns the requested range, null for the whole file, or "none" when the file has no such bytes (RFC 9110, section 14.2). */
function requestedRange(request: Request, size: number): ByteRange | "none" | null {
  const header = request.headers.get("range");
  // If-Range needs a validator, and these responses have none.
  if (header === null || request.headers.has("if-range")) return null;
  const ranges = rangeParser(size, header);
  if (ranges === -1) return "none";
  const [range, ...more] = ranges === -2 ? [] : ranges;
  return range && more.length === 0 && ranges !== -2 && ranges.type === "bytes" ? range : null;
}

/**
 * Returns a stored file, or the range of it that the request asks for, as a download, streamed; 404 when there is none. The
 * headers tell the browser to save it, to trust its type and to run nothing of it, because visitors' files must never be shown
 * inside the site.
 */
export async function fileResponse(storage: FileStorage, id: string, request: Request): Promise<Response> {
  const metadata = (await storage.get(id))?.stored?.metadata;
  const size = metadata?.size ?? 0;
  const range = requestedRange(request, size);
  if (metadata && range === "none")
    return new Response(null, {
      status: 416,
      headers: { "Content-Range": `bytes */${size}`, "Cache-Control": "no-store" },
    });
  const bytes = metadata && range !== "none" && (await storage.read(id, range ?? undefined));
  if (!bytes)
    return new Response("There is no such file.", { status: 404, headers: { "Cache-Control": "no-store" } });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    status: range ? 206 : 200,
    headers: {
      "Content-Type": metadata.contentType,
      "Content-Length": String(end - start + 1),
      ...(range ? { "Content-Range": `bytes ${start}-${end}/${size}` } : {}),
      "Accept-Ranges": "bytes",
      "Content-Disposition": metadata.contentDisposition,
      "Cache-Control": metadata.cacheControl,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
