import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

const directoryOf = (directory: string): string => join(directory, "snapshots");

/** Removes what a crash left of snapshots. */
export function clearSnapshots(directory: string): void {
  rmSync(directoryOf(directory), { recursive: true, force: true });
}

/** A copy of a database in a file of its own. */
export interface Snapshot {
  path: string;
  remove(): Promise<void>;
}

/** Milliseconds. A transaction is over in less than one of them. */
const PAUSE = 2;
const PATIENCE = 10_000;

/**
 * True for a backup whose first step met a transaction of ours between two statements. SQLite says "busy", and goes on
 * with a later step; Node gives up when it is the first, with an error that says "not an error".
 */
const metTransaction = (error: unknown): boolean => (error as { errcode?: number }).errcode === 0;

async function backupBetweenWrites(database: DatabaseSync, path: string): Promise<void> {
  for (const begun = Date.now(); ;) {
    try {
      await backup(database, path);
      return;
    } catch (error) {
      if (!metTransaction(error) || Date.now() - begun > PATIENCE) throw error;
      await sleep(PAUSE);
    }
  }
}

/**
 * Copies the whole database into one file while it is written to: SQLite's online backup. What was committed before the
 * call is in it.
 */
export async function takeSnapshot(database: DatabaseSync, directory: string): Promise<Snapshot> {
  mkdirSync(directoryOf(directory), { recursive: true, mode: 0o700 });
  const path = join(directoryOf(directory), `${randomBytes(8).toString("hex")}.db`);
  const remove = () => rm(path, { force: true });
  try {
    await backupBetweenWrites(database, path);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
