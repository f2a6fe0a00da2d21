import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { dataOf, verifyBackup, type Manifest } from "./manifest.ts";

export interface RestoreOptions {
  backup: string;
  dataDir: string;
  /** The site's port, to detect a running site that has no lake. */
  port: number;
  /** Moves existing data aside instead of failing. */
  force: boolean;
}

const ASIDE = /^(?:replaced|restoring)-/;

/** Returns whether another process has the lake open, which holds an exclusive lock. */
function isLakeOpen(dataDir: string): boolean {
  const file = join(dataDir, "lake/lake.db");
  if (!existsSync(file)) return false;
  using database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK");
    return false;
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode === 5 || errcode === 261) return true;
    return false; // damaged: a reason to restore
  }
}

async function isSiteUp(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) });
    return (await answer.text()) === "ok\n";
  } catch {
    return false;
  }
}

const present = async (dataDir: string): Promise<string[]> =>
  existsSync(dataDir) ? (await readdir(dataDir)).filter((name) => !ASIDE.test(name)) : [];

async function refuse({ dataDir, port, force }: RestoreOptions, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  if (isLakeOpen(dataDir) || (!names.includes("lake") && (await isSiteUp(port))))
    throw new Error("The site is running. Stop it, restore, and start it again.");
  if (!force) throw new Error(`${dataDir} is not empty. Use --force to move its files aside.`);
}

/**
 * Verifies a backup and restores it to the data directory. Existing data is moved to `replaced-<time>` in the same directory,
 * never deleted. Throws an Error with a message for the operator.
 */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ manifest: Manifest; aside: string | null }> {
  const dataDir = resolve(options.dataDir);
  const names = await present(dataDir);
  await refuse({ ...options, dataDir }, names);
  const manifest = await verifyBackup(options.backup);
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const draft = join(dataDir, `restoring-${time}`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await cp(dataOf(options.backup), draft, { recursive: true });
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  const aside = names.length > 0 ? join(dataDir, `replaced-${time}`) : null;
  if (aside) await mkdir(aside, { mode: 0o700 });
  for (const name of names) await rename(join(dataDir, name), join(aside as string, name));
  for (const name of await readdir(draft)) await rename(join(draft, name), join(dataDir, name));
  await rm(draft, { recursive: true });
  return { manifest, aside };
}
