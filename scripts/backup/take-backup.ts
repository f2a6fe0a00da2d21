import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { DiskJobs, RedisJobs } from "../../app/commands.server.ts";
import type { Env } from "../../app/platform/env.server.ts";
import { operate } from "../content/operate.ts";
import { openTarget, requireLake } from "../content/target.ts";
import { copyFromBucket } from "./bucket-files.ts";
import { copyDatabase, copyFiles, otherDatabases } from "./copy-data.ts";
import { dataOf, writeManifest, type Manifest } from "./manifest.ts";

/** Returns whether the content is in the data directory. */
export const keepsContent = ({ content }: Pick<Env, "content">): boolean =>
  content.mode === "embedded" && content.apiHost === undefined;

/**
 * Adds the unfinished jobs in Redis to the queue in a directory, from which the site moves them back after a restore. Rejects when
 * Redis does not answer.
 */
export async function copyRedisJobs(redis: Env["redis"], directory: string): Promise<void> {
  if (!redis.on) return;
  const copy = new DiskJobs(directory);
  try {
    for await (const { topic, id, body, state, receivedAt } of new RedisJobs(redis).all())
      if (state !== "done") await copy.put([{ topic, id, body: body as object }], receivedAt);
  } finally {
    copy.close();
  }
}

/** Saves the lake's database through the process that has it open: the running site, or this one. */
async function saveLake(env: Env, to: string): Promise<void> {
  await using target = await openTarget(env);
  const { body } = await operate(target, "snapshot");
  if (!body) throw new Error("The lake returned an empty response.");
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const bytes = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
  await pipeline(bytes, createWriteStream(to, { mode: 0o600, flush: true }));
}

/**
 * Copies the site's data into a new directory while the site runs, with everything acknowledged before the call. The order keeps
 * the copy consistent: the queue before the store that it writes to, documents before their files, email jobs before the
 * emails. The directory exists only when the backup is complete. Throws an Error with a message for the operator.
 */
export async function takeBackup(env: Env, backup: string): Promise<Manifest> {
  const dataDir = resolve(env.dataDir);
  if (existsSync(backup)) throw new Error(`${backup} already exists.`);
  if (keepsContent(env)) requireLake(env);
  if (resolve(backup).startsWith(`${dataDir}/`))
    throw new Error("A backup inside DATA_DIR would contain itself.");
  const begunAt = new Date().toISOString();
  const partial = `${backup}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dataOf(partial), { recursive: true, mode: 0o700 });
  try {
    for (const name of await otherDatabases(dataDir)) {
      await mkdir(dirname(join(dataOf(partial), name)), { recursive: true, mode: 0o700 });
      copyDatabase(join(dataDir, name), join(dataOf(partial), name));
    }
    await copyRedisJobs(env.redis, join(dataOf(partial), "queue"));
    if (keepsContent(env)) await saveLake(env, join(dataOf(partial), "lake/lake.db"));
    await copyFiles(dataDir, dataOf(partial));
    if (env.s3.on) await copyFromBucket(env, dataOf(partial));
    const manifest = await writeManifest(partial, begunAt);
    await rename(partial, backup);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
