import { mkdirSync, rmSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export type AssetKind = "images" | "files";

const GRACE_MS = 60 * 60 * 1000;

/**
 * The bytes of all assets, one file each, named by content below `<directory>/assets`. A file that is there is
 * whole: uploads arrive in `incoming` and are moved in one step. Only one process uses a directory (the lake's lock).
 */
export class AssetStore {
  readonly incoming: string;
  private readonly root: string;

  constructor(directory: string) {
    this.root = join(directory, "assets");
    this.incoming = join(this.root, "incoming");
    rmSync(this.incoming, { recursive: true, force: true }); // what a crash cut off
    for (const name of ["incoming", "images", "files"]) mkdirSync(join(this.root, name), { recursive: true });
  }

  /** Where an asset lies. `file` must come from `imageFile` or `fileFile`, never from a request as it is. */
  path(kind: AssetKind, file: string): string {
    return join(this.root, kind, file);
  }

  /** Moves received bytes to their place; on return they survive a power cut. The same content twice is fine. */
  async adopt(temporary: string, kind: AssetKind, file: string): Promise<void> {
    await rename(temporary, this.path(kind, file));
    if (process.platform === "win32") return; // directories cannot be opened there
    const directory = await open(join(this.root, kind));
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  }

  /** Length in bytes, or null when the file is not there. */
  async size(kind: AssetKind, file: string): Promise<number | null> {
    try {
      return (await stat(this.path(kind, file))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  /**
   * Removes files that nothing refers to any more. Those of the last hour stay: their document may be about to be
   * written. Returns the names of those that went.
   */
  async sweep(isOrphan: (kind: AssetKind, file: string) => boolean): Promise<string[]> {
    const removed: string[] = [];
    for (const kind of ["images", "files"] as const) {
      for (const file of await readdir(join(this.root, kind))) {
        if (!isOrphan(kind, file)) continue;
        const path = this.path(kind, file);
        if (Date.now() - (await stat(path)).mtimeMs < GRACE_MS) continue;
        await rm(path, { force: true });
        removed.push(file);
      }
    }
    return removed;
  }
}
