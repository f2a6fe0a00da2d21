import { mkdirSync } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

const OTHERS = 0o077;
const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/** Takes everybody else's rights off one file or directory. One that is gone meanwhile, and links, are passed over. */
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

/** Makes the data directory. From now on nobody but this process' user gets rights to what it makes. */
export function makeDataDirectory(dataDir: string): void {
  process.umask(OTHERS);
  mkdirSync(dataDir, { recursive: true, mode: DIRECTORY_MODE });
}

/**
 * Takes everybody else's rights off the data directory, first of all, and off what lies in it already, such as a copied or
 * restored one. Rejects where it belongs to somebody else.
 */
export async function closeToOthers(dataDir: string): Promise<void> {
  await makePrivate(dataDir, DIRECTORY_MODE);
  await makeTreePrivate(dataDir);
}
