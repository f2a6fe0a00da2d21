import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { open, readFile, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";

const TOUCH_EVERY_MS = 60 * 60 * 1000;
const TEMPORARY = ".tmp";

interface Entry {
  bytes: number;
  /** When the file's time was last updated, in ms since the epoch. */
  touchedAt: number;
}

/**
 * A cache of images on disk: one file per key, written atomically, bounded in bytes, least recently used evicted first. Files
 * may be deleted by hand; with a full disk nothing is cached.
 */
export class DiskCache {
  private readonly directory: string;
  private readonly index: LRUCache<string, Entry>;
  /** Resolves once the directory has been read; do not delete it before. */
  readonly loaded: Promise<void>;

  constructor(directory: string, maxBytes: number) {
    this.directory = directory;
    mkdirSync(directory, { recursive: true });
    this.index = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (entry) => entry.bytes,
      // Synchronous, so that a key which is written again at once keeps its new file.
      dispose: (_entry, key, reason) => {
        if (reason !== "set") rmSync(join(directory, key), { force: true });
      },
    });
    this.loaded = this.load();
  }

  /** Resolves with the bytes of `key` (a plain file name), or null. */
  async read(key: string): Promise<Buffer | null> {
    await this.loaded;
    const entry = this.index.get(key);
    if (!entry) return null;
    try {
      const bytes = await readFile(join(this.directory, key));
      this.touch(key, entry);
      return bytes;
    } catch {
      this.index.delete(key);
      return null;
    }
  }

  /** Removes all keys with this prefix. */
  async forget(prefix: string): Promise<void> {
    await this.loaded;
    for (const key of this.index.keys()) if (key.startsWith(prefix)) this.index.delete(key);
  }

  /** Stores bytes as `key`. Does not reject if the disk is full. */
  async write(key: string, bytes: Buffer): Promise<void> {
    await this.loaded;
    if (bytes.length > this.index.maxSize) return;
    const temporary = join(this.directory, `${randomUUID()}${TEMPORARY}`);
    try {
      const handle = await open(temporary, "wx");
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, join(this.directory, key));
      this.index.set(key, { bytes: bytes.length, touchedAt: Date.now() });
    } catch {
      await rm(temporary, { force: true }).catch(() => {});
    }
  }

  /** File times preserve the order of use across restarts. */
  private touch(key: string, entry: Entry): void {
    const now = Date.now();
    if (now - entry.touchedAt < TOUCH_EVERY_MS) return;
    entry.touchedAt = now;
    void utimes(join(this.directory, key), now / 1000, now / 1000).catch(() => {});
  }

  private async load(): Promise<void> {
    const found: [string, Entry][] = [];
    for (const name of await readdir(this.directory)) {
      const path = join(this.directory, name);
      if (name.endsWith(TEMPORARY)) await rm(path, { force: true });
      else {
        const { size, mtimeMs } = await stat(path);
        found.push([name, { bytes: size, touchedAt: mtimeMs }]);
      }
    }
    found.sort(([, a], [, b]) => a.touchedAt - b.touchedAt);
    for (const [name, entry] of found) this.index.set(name, entry);
  }
}
