import { createReadStream } from "node:fs";
import { glob, lstat, mkdtemp, open, readdir, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import { MIB } from "../model/limits.ts";

/** What an archive may become on disk. Text of an export is packed to a tenth, its pictures not at all. */
export const ARCHIVE_LIMITS = {
  entries: 1_000_000,
  /** Bytes, however small the archive is. */
  least: 256 * MIB,
  /** Times the bytes of the archive. */
  growth: 100,
};

const GZIP = Buffer.from([0x1f, 0x8b]);

/** Where an import reads from. */
export interface Source {
  /** A folder with an .ndjson file, or that file. */
  path: string;
  /** The .ndjson file. */
  dataFile: string;
  /** The folder in which assets are. */
  base: string;
  /** Removes what was unpacked. */
  close(): Promise<void>;
}

async function isGzip(file: string): Promise<boolean> {
  await using handle = await open(file);
  return (await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0)).buffer.equals(GZIP);
}

/** Passes chunks on until they are too many. @throws Error */
const bounded = (maxBytes: number) =>
  async function* pass(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`It unpacks to more than ${Math.floor(maxBytes / MIB)} MB`);
      yield chunk;
    }
  };

/**
 * Unpacks an archive into a folder.
 * @throws Error for anything but files and folders below it (links, devices, `..`), and for more than `ARCHIVE_LIMITS`
 */
async function unpack(file: string, folder: string): Promise<void> {
  const { entries: maxEntries, least, growth } = ARCHIVE_LIMITS;
  const maxBytes = Math.max(least, growth * (await stat(file)).size);
  let entries = 0;
  const target = unpackTar(folder, {
    fmode: 0o600,
    dmode: 0o700,
    maxDepth: 16,
    filter: ({ name, type = "file" }) => {
      entries += 1;
      if (entries > maxEntries) throw new Error(`It has more than ${maxEntries} entries`);
      if (type !== "file" && type !== "directory")
        throw new Error(`It has a ${type}, which no export has: ${name}`);
      return true;
    },
  });
  await pipeline(createReadStream(file), createGunzip(), bounded(maxBytes), target);
}

/** Returns the first .ndjson file of a folder, or of one in it. An export has it in a folder of its name. */
async function findData(folder: string, patterns: string[]): Promise<string> {
  for await (const entry of glob(patterns, { cwd: folder })) return join(folder, entry);
  throw new Error("It has no .ndjson file");
}

/**
 * Opens a source: a folder, an .ndjson file, or a .tar.gz, which is unpacked into a new folder that only its
 * owner may read. Call `close` afterwards.
 * @throws Error as `unpack`
 */
export async function openSource(path: string): Promise<Source> {
  const close = async (): Promise<void> => {};
  if ((await stat(path)).isDirectory())
    return { path, dataFile: await findData(path, ["*.ndjson"]), base: path, close };
  if (!(await isGzip(path))) return { path, dataFile: path, base: dirname(path), close };
  const folder = await mkdtemp(join(tmpdir(), "lake-import-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await unpack(path, folder);
    const dataFile = await findData(folder, ["*.ndjson", "*/*.ndjson", "*/*/*.ndjson"]);
    const base = dirname(dataFile);
    return { path: base, dataFile, base, close: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A line of an export as bytes: the largest document of hosted Sanity, with room for escapes. */
const MAX_LINE_BYTES = 64 * MIB;

/** Yields the lines of a file. @throws Error for a line that is too long */
async function* linesOf(file: string): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString("utf8");
      [parts, bytes, from] = [[], 0, at + 1];
    }
    parts.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > MAX_LINE_BYTES) throw new Error(`A line is longer than ${MAX_LINE_BYTES / MIB} MB`);
  }
  yield Buffer.concat(parts).toString("utf8");
}

/** Returns the value of a line, or null for what is not JSON, about which the import complains itself. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Yields every value of `_sanityAsset` in a JSON value. */
function* assetsIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (name === "_sanityAsset" && typeof part === "string") yield part;
    else yield* assetsIn(part);
  }
}

/**
 * Checks that the files which an import would read are in the folder of the source: an export of somebody else may name or link any
 * file of this machine, which would then be published as an asset.
 * @throws Error for a file outside the folder, a link to one, anything but a plain file, and one of more than `maxAssetBytes`
 */
export async function checkFiles({ dataFile, base }: Source, maxAssetBytes: number): Promise<void> {
  const root = await realpath(base);
  const check = async (file: string): Promise<void> => {
    const real = await realpath(file).catch(() => null);
    if (real === null) throw new Error(`${file} does not exist`);
    if (!real.startsWith(`${root}${sep}`)) throw new Error(`${file} is not in the folder of the import`);
    const found = await lstat(real);
    if (!found.isFile()) throw new Error(`${file} is not a file`);
    if (found.size > maxAssetBytes) throw new Error(`${file} has more than ${maxAssetBytes / MIB} MB`);
  };
  for (const folder of ["images", "files"]) {
    for (const entry of await readdir(join(base, folder), { withFileTypes: true }).catch(() => []))
      if (!entry.isDirectory() && !entry.name.startsWith(".")) await check(join(base, folder, entry.name));
  }
  for await (const line of linesOf(dataFile)) {
    // A key may be written with escapes.
    if (!line.includes("_sanityAsset") && !line.includes("\\u")) continue;
    for (const asset of assetsIn(parsed(line))) {
      const url = URL.parse(
        asset.replace(/^\w+@/, "").replace(/file:\/\/\.\//i, `${pathToFileURL(base).href}/`),
      );
      if (url?.protocol === "file:") await check(fileURLToPath(url));
    }
  }
}
