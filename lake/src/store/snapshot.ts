import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";

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

/**
 * Copies the whole database into one file while it is written to: SQLite's online backup. What was committed before the
 * call is in it.
 */
export async function takeSnapshot(database: DatabaseSync, directory: string): Promise<Snapshot> {
  mkdirSync(directoryOf(directory), { recursive: true, mode: 0o700 });
  const path = join(directoryOf(directory), `${randomBytes(8).toString("hex")}.db`);
  const remove = () => rm(path, { force: true });
  try {
    await backup(database, path);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
