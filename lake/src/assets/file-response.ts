import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { byteRange, matchesEtag } from "./conditional.ts";

/** Bytes to answer with: a file on disk (streamed) or a buffer. */
export type Content = { path: string; size: number } | { bytes: Buffer };

const FOREVER = "public, max-age=31536000, immutable";

/**
 * Answers GET and HEAD for bytes that never change under their address: ETag with 304, one byte range with 206
 * or 416, cached for a year.
 * @param etag without quotes
 */
export function fileResponse(
  request: Request,
  content: Content,
  etag: string,
  extra: Record<string, string>,
): Response {
  const size = "bytes" in content ? content.bytes.length : content.size;
  const headers = new Headers({
    ...extra,
    etag: `"${etag}"`,
    "cache-control": FOREVER,
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
  });
  if (matchesEtag(request.headers.get("if-none-match"), etag)) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  const range = request.method === "GET" ? byteRange(request.headers, size, etag) : null;
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${size}`);
    headers.delete("content-type");
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) headers.set("content-range", `bytes ${start}-${end}/${size}`);
  headers.set("content-length", String(end - start + 1));
  const body = request.method === "HEAD" ? null : open(content, start, end);
  return new Response(body, { status: range ? 206 : 200, headers });
}

function open(content: Content, start: number, end: number): BodyInit {
  if ("bytes" in content) return new Uint8Array(content.bytes.subarray(start, end + 1));
  return fileStream(content.path, start, end);
}

/** Streams a part of a file. It is opened at the first read, so a response that is never sent leaves no descriptor open. */
function fileStream(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const opened = () => {
    const file = Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>;
    return file.getReader();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= opened();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
