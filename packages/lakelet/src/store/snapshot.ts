import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

const directoryOf = (directory: string): string => join(directory, "snapshots");

/** Removes snapshots that a crash left behind. */
export function clearSnapshots(directory: string): void {
  rmSync(directoryOf(directory), { recursive: true, force: true });
}

/** A copy of the database. */
export interface Snapshot {
  path: string;
  remove(): Promise<void>;
}

/** A transaction takes less than 1 ms. */
const RETRY_DELAY_MS = 2;
const TIMEOUT_MS = 10_000;

/**
 * True for a backup whose first step found an open transaction of ours. SQLite reports "busy" and would continue with a later
 * step; Node gives up at the first one, with an error that says "not an error".
 */
const isTransactionOpen = (error: unknown): boolean => (error as { errcode?: number }).errcode === 0;

async function backupBetweenWrites(database: DatabaseSync, path: string): Promise<void> {
  for (const begun = Date.now(); ;) {
    try {
      await backup(database, path);
      return;
    } catch (error) {
      if (!isTransactionOpen(error) || Date.now() - begun > TIMEOUT_MS) throw error;
      await sleep(RETRY_DELAY_MS);
    }
  }
}

/**
 * Copies the database into one file while it is in use, by SQLite's online backup. Contains everything committed before the
 * call.
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
