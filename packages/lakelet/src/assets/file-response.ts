import { createReadStream } from "node:fs";
import { Readable } from "node:stream";

/** True if an `If-None-Match` list contains the tag (weak comparison, RFC 9110, section 13.1.2) or is `*`. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag.replace(/^W\//, "") === `"${etag}"`;
  });
}

/**
 * Returns the requested byte range, both ends inclusive, or null for the whole content: no range, several, another unit, or an
 * `If-Range` with another tag. RFC 9110, section 14.2, lets a server ignore those.
 */
export function byteRange(
  headers: Pick<Headers, "get">,
  size: number,
  etag: string,
): { start: number; end: number } | "unsatisfiable" | null {
  const condition = headers.get("if-range");
  if (condition !== null && condition !== `"${etag}"`) return null;
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range")?.trim() ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** Content of a response: a file on disk, which is streamed, or a buffer. */
export type Content = { path: string; size: number } | { bytes: Buffer };

const FOREVER = "public, max-age=31536000, immutable";

/**
 * Returns the response to GET and HEAD for content that never changes under its URL: cached for a year, ETag (304), one byte
 * range (206 or 416).
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

/** Streams a part of a file. Opens it at the first read, so a response that is never sent leaks no descriptor. */
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
