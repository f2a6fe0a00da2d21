import { randomBytes } from "node:crypto";
import { open, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StoredFile } from "../model/stored-file.ts";
import { isUuid } from "../model/uuid.ts";
import { completeUpload, type FoundUpload } from "./file-index.server.ts";

// One directory, three files per upload: `<id>` holds the bytes, `<id>.json` the tus server's state of an incomplete upload,
// `<id>.file.json` the record of a complete, checked file.

export const bytesPath = (directory: string, id: string) => join(directory, id);
const uploadPath = (directory: string, id: string) => join(directory, `${id}.json`);
const recordPath = (directory: string, id: string) => join(directory, `${id}.file.json`);

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined; // missing, or cut off by a crash
  }
}

/** Flushes a file or a directory to the disk (fsync). */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a record to a temporary file and renames it, so that a crash leaves either the old record or the new one. */
export async function writeRecord(directory: string, file: StoredFile): Promise<void> {
  const draft = `${recordPath(directory, file.id)}.${randomBytes(6).toString("hex")}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(JSON.stringify(file));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, recordPath(directory, file.id));
  await flush(directory);
}

/** Deletes all files of an upload; missing ones are ignored. */
export async function removePlaces(directory: string, id: string): Promise<void> {
  await Promise.all(
    [recordPath, uploadPath, bytesPath].map((path) => rm(path(directory, id), { force: true })),
  );
}

async function found(directory: string, id: string): Promise<FoundUpload | null> {
  const bytes = await stat(bytesPath(directory, id)).catch(() => null);
  if (!bytes) return null;
  const stored = (await readJson(recordPath(directory, id))) as StoredFile | undefined;
  if (stored?.metadata) return completeUpload(stored);
  const upload = (await readJson(uploadPath(directory, id))) as
    | { size?: number; metadata?: { draft?: string } }
    | undefined;
  if (!upload?.metadata?.draft) return null;
  const { draft } = upload.metadata;
  return { id, draft, size: upload.size ?? 0, arrived: bytes.size, seen: bytes.mtimeMs, stored: null };
}

/** Reads the whole directory after a start. `strays` are files that belong to no upload, such as those a crash leaves. */
export async function findUploads(directory: string): Promise<{ uploads: FoundUpload[]; strays: string[] }> {
  const names = await readdir(directory);
  const uploads: FoundUpload[] = [];
  for (const id of names.filter(isUuid)) {
    const upload = await found(directory, id);
    if (upload) uploads.push(upload);
  }
  const known = new Set(uploads.flatMap(({ id }) => [id, `${id}.json`, `${id}.file.json`]));
  return { uploads, strays: names.filter((name) => !known.has(name)) };
}
