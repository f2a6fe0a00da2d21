import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { encode, type Encoded } from "./page-cache/page.ts";

export const FOREVER = "public, max-age=31536000, immutable";

/** Files by the path of their URL, with their headers, ready to be sent by `sendEncoded`. */
export type StaticFiles = ReadonlyMap<string, Encoded>;

/** The kinds of files in both builds and `public/`. Others are downloads. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

interface FilesOptions {
  /** What the paths of their URLs begin with; ends with a slash. */
  prefix: string;
  /** Returns the headers of the file at a path of the URL, names and values in turn. */
  headers: (path: string) => readonly string[];
}

/**
 * Reads all files below a directory into memory, with the compressed copies that the build made beside them. From memory, because
 * reading waits for libuv's four threads, which password hashes can fill; and because a build may replace the directory meanwhile.
 * No directory is no files. Throws the system's error when a file cannot be read.
 */
export function readStaticFiles(directory: string, { prefix, headers }: FilesOptions): StaticFiles {
  const names = new Set(filesBelow(directory));
  const read = (name: string) => (names.has(name) ? readFileSync(join(directory, name)) : undefined);
  const files = new Map<string, Encoded>();
  for (const name of names) {
    if (/\.(?:br|gz)$/.test(name)) continue;
    const identity = readFileSync(join(directory, name));
    const bodies = { identity, br: read(`${name}.br`) ?? identity, gzip: read(`${name}.gz`) ?? identity };
    const path = prefix + name;
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    files.set(path, encode(bodies, ["content-type", type, ...headers(path)]));
  }
  return files;
}

function filesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
