import { createWriteStream, existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  bytesPath,
  findUploads,
  openFileStorage,
  removePlaces,
  writeRecord,
} from "../../app/commands.server.ts";
import type { Env } from "../../app/platform/env.server.ts";

const uploadsIn = (directory: string): string => join(directory, "uploads");

/** Copies all complete files of the bucket, found by listing it, into `uploads` as a site without S3 has them. */
export async function copyFromBucket(env: Env, to: string): Promise<void> {
  const storage = await openFileStorage(env);
  const directory = uploadsIn(to);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const { id, stored } of await storage.all()) {
    const bytes = stored && (await storage.read(id));
    if (!bytes) continue; // incomplete, or deleted meanwhile
    await pipeline(bytes, createWriteStream(bytesPath(directory, id), { mode: 0o600 }));
    await writeRecord(directory, stored);
  }
}

/** Moves the complete files of a restored data directory into the bucket. Returns their number; running it again does no harm. */
export async function moveToBucket(env: Env): Promise<number> {
  const directory = uploadsIn(env.dataDir);
  if (!existsSync(directory)) return 0;
  const storage = await openFileStorage(env);
  let moved = 0;
  for (const { id, stored } of (await findUploads(directory)).uploads) {
    if (!stored) continue;
    await storage.restore(stored, bytesPath(directory, id));
    await removePlaces(directory, id);
    moved += 1;
  }
  return moved;
}
