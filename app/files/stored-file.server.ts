import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { create as contentDisposition } from "content-disposition";
import { cleanFileName, logicalPath, type StoredFileMetadata, type StoredFile } from "./stored-file.ts";
import type { FileStorage } from "./file-storage.server.ts";
import { MAX_FILE_BYTES } from "./upload-rules.ts";
import { newUuid } from "../platform/uuid.ts";

/** Only admins get these files, and no cache in between may store them. */
const CACHE_CONTROL = "private, no-store";

interface FileDigests {
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** Base64. */
  md5: string;
}

/** Streams a file once and returns its size and checksums. */
export async function digestFile(path: string): Promise<FileDigests> {
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    size += chunk.length;
    sha256.update(chunk);
    md5.update(chunk);
  }
  return { size, sha256: sha256.digest("hex"), md5: md5.digest("base64") };
}

/** Returns the metadata of a file that has just been completed. `name` is the visitor's file name. */
export function describeFile(
  name: string,
  contentType: string,
  { size, sha256, md5 }: FileDigests,
  now: Date,
): StoredFileMetadata {
  const fileName = cleanFileName(name);
  const fullPath = logicalPath(name, now);
  const time = now.toISOString();
  return {
    bucket: "uploads",
    generation: String(now.getTime() * 1000),
    metageneration: "1",
    fullPath,
    name: fullPath.slice(fullPath.lastIndexOf("/") + 1),
    size,
    timeCreated: time,
    updated: time,
    md5Hash: md5,
    cacheControl: CACHE_CONTROL,
    contentDisposition: contentDisposition(fileName),
    contentEncoding: "identity",
    contentLanguage: "",
    contentType,
    customMetadata: { fileName, sha256 },
  };
}

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
