import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Env } from "../../app/platform/env.server.ts";
import { operate } from "../content/operate.ts";
import { openTarget } from "../content/target.ts";
import { copyDatabase, copyFiles, otherDatabases } from "./copy-data.ts";
import { dataOf, writeManifest, type Manifest } from "./manifest.ts";

/** True when the content lies in the data directory. */
export const keepsContent = ({ content }: Pick<Env, "content">): boolean =>
  content.mode === "embedded" && content.apiHost === undefined;

/** The lake's database comes from the process that has it open: the running site, or this one. */
async function saveLake(env: Env, to: string): Promise<void> {
  const target = await openTarget(env);
  try {
    const { body } = await operate(target, "snapshot");
    if (!body) throw new Error("The lake answered nothing.");
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const bytes = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
    await pipeline(bytes, createWriteStream(to, { mode: 0o600, flush: true }));
  } finally {
    await target.close();
  }
}

/**
 * Copies everything that the site keeps on this machine into a new directory, while it runs. What was acknowledged before
 * the call is in it. The order makes it hang together: the queue before the store that it empties into, documents before the files
 * that they name, mails' jobs before the mails. The directory is there when the backup is whole, else not at all.
 * Throws an Error in words for the person who asked.
 */
export async function takeBackup(env: Env, backup: string): Promise<Manifest> {
  const dataDir = resolve(env.dataDir);
  if (existsSync(backup)) throw new Error(`${backup} is there already.`);
  if (keepsContent(env) && !existsSync(join(dataDir, "lake/lake.db")))
    throw new Error(`There is no content in ${dataDir}. Is DATA_DIR the site's?`);
  if (resolve(backup).startsWith(`${dataDir}/`))
    throw new Error("A backup inside DATA_DIR would hold itself.");
  const begunAt = new Date().toISOString();
  const partial = `${backup}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dataOf(partial), { recursive: true, mode: 0o700 });
  try {
    for (const name of await otherDatabases(dataDir)) {
      await mkdir(dirname(join(dataOf(partial), name)), { recursive: true, mode: 0o700 });
      copyDatabase(join(dataDir, name), join(dataOf(partial), name));
    }
    if (keepsContent(env)) await saveLake(env, join(dataOf(partial), "lake/lake.db"));
    await copyFiles(dataDir, dataOf(partial));
    const manifest = await writeManifest(partial, begunAt);
    await rename(partial, backup);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
