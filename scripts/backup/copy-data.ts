import { chmodSync, constants, existsSync } from "node:fs";
import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Caches, temporary files, the port of the running site, the files of earlier builds, and SQLite's side files, whose content is in the copies of the databases. */
const LEFT_OUT =
  /^(?:lake\/(?:image-cache|snapshots|assets\/incoming|port)(?:\/|$)|builds(?:\/|$)|(?:replaced|restoring|builds)-)|-(?:wal|shm|journal)$/;

const DATABASE = /\.(?:sqlite|db)$/;

/** Files that never change, so a backup on the same disk can link them. */
const UNCHANGING = /^lake\/assets\//;

/** Uploads are copied once they are complete according to their record. */
const UPLOAD = /^uploads\/([\w-]+)$/;
const UPLOAD_UNDER_WAY = /^uploads\/.*(?<!\.file)\.json$|^uploads\/.*\.file\.json\./;

async function isWanted(dataDir: string, path: string): Promise<boolean> {
  if (LEFT_OUT.test(path) || DATABASE.test(path) || UPLOAD_UNDER_WAY.test(path)) return false;
  return !UPLOAD.test(path) || existsSync(join(dataDir, `${path}.file.json`));
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

async function take(from: string, to: string, unchanging: boolean): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    if (unchanging) return await link(from, to);
  } catch (error) {
    if (isGone(error)) throw error; // otherwise: another file system, or one without links
  }
  await copyFile(from, to, constants.COPYFILE_FICLONE);
}

/**
 * Copies a SQLite database while others write to it. The copy is a consistent snapshot with everything committed before the
 * call.
 */
export function copyDatabase(from: string, to: string): void {
  using database = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  database.prepare("VACUUM INTO ?").run(to);
  chmodSync(to, 0o600);
}

/** Returns the databases of a data directory but the lake's, which only the process that has it open can copy. */
export async function otherDatabases(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  return names.filter((name) => DATABASE.test(name) && !LEFT_OUT.test(name) && !name.startsWith("lake/"));
}

/** Copies all files but databases. Files that disappear meanwhile are skipped. */
export async function copyFiles(dataDir: string, to: string): Promise<void> {
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    const path = from.slice(dataDir.length + 1).replaceAll("\\", "/");
    if (!entry.isFile() || !(await isWanted(dataDir, path))) continue;
    await take(from, join(to, path), UNCHANGING.test(path)).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }
}
