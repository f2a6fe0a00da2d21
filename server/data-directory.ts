import { existsSync, mkdirSync } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

const UMASK = 0o077;
const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/** Sets the mode of a file or directory. Skips symbolic links and files that no longer exist. */
async function makePrivate(path: string, mode: number): Promise<void> {
  try {
    const stats = await lstat(path);
    if (!stats.isSymbolicLink() && (stats.mode & 0o777) !== mode) await chmod(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function makeTreePrivate(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (!entry.isDirectory()) await makePrivate(path, FILE_MODE);
    else {
      await makePrivate(path, DIRECTORY_MODE);
      await makeTreePrivate(path);
    }
  }
}

/** Creates a directory and its parents. `mkdirSync` with `recursive` never returns below `/proc`. */
function createDirectory(path: string): void {
  if (existsSync(path)) return;
  createDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: DIRECTORY_MODE });
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Creates the data directory, and makes new files of this process readable by its own user only. Throws the system's error when that is
 * not possible.
 */
export function createDataDirectory(dataDir: string): void {
  process.umask(UMASK);
  createDirectory(resolve(dataDir));
}

/**
 * Removes the rights of other users from the data directory and everything in it, such as a restored backup. Rejects when it
 * belongs to another user.
 */
export async function restrictDataDirectory(dataDir: string): Promise<void> {
  await makePrivate(dataDir, DIRECTORY_MODE);
  await makeTreePrivate(dataDir);
}
