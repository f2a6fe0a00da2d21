import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { open, readFile, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";

const TOUCH_EVERY_MS = 60 * 60 * 1000;
const TEMPORARY = ".tmp";

interface Entry {
  bytes: number;
  /** Epoch ms of the last use that was written to the file's time. */
  touchedAt: number;
}

/**
 * Made pictures on disk: one file per key, written in one step, bounded in bytes, longest unused first to go.
 * A key that is being made is made once, however many ask. It is only a cache: any file may be deleted by hand,
 * and when the disk is full answers still come, just not from here.
 */
export class DiskCache {
  private readonly directory: string;
  private readonly index: LRUCache<string, Entry>;
  private readonly making = new Map<string, Promise<Buffer>>();
  private readonly loaded: Promise<void>;

  constructor(directory: string, maxBytes: number) {
    this.directory = directory;
    mkdirSync(directory, { recursive: true });
    this.index = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (entry) => entry.bytes,
      // Synchronous, so that a key which is made again at once cannot lose its new file.
      dispose: (_entry, key, reason) => {
        if (reason !== "set") rmSync(join(directory, key), { force: true });
      },
    });
    this.loaded = this.load();
  }

  /** The bytes under `key` (a plain file name), made by `make` when they are not there. */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    await this.loaded;
    const running = this.making.get(key);
    if (running) return running;
    const work = this.readOrMake(key, make).finally(() => this.making.delete(key));
    this.making.set(key, work);
    return work;
  }

  /** Removes everything under keys that begin like this. */
  async forget(prefix: string): Promise<void> {
    await this.loaded;
    for (const key of this.index.keys()) if (key.startsWith(prefix)) this.index.delete(key);
  }

  /** Resolves when nothing is being read or written. */
  async idle(): Promise<void> {
    await this.loaded;
    await Promise.allSettled(this.making.values());
  }

  private async readOrMake(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const entry = this.index.get(key);
    if (entry) {
      try {
        const bytes = await readFile(join(this.directory, key));
        this.touch(key, entry);
        return bytes;
      } catch {
        this.index.delete(key);
      }
    }
    const bytes = await make();
    await this.write(key, bytes);
    return bytes;
  }

  private async write(key: string, bytes: Buffer): Promise<void> {
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

  /** File times carry the order of use over a restart. */
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
