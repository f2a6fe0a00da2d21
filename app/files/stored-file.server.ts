import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { create as contentDisposition } from "content-disposition";
import { cleanFileName, logicalPath, type StoredFileMetadata } from "../model/stored-file.ts";

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
