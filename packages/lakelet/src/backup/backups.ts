import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncDirectory } from "../assets/asset-store.ts";
import type { LakeLog } from "../model/errors.ts";
import { DAY_MS } from "../store/prune.ts";
import type { Store } from "../store/store.ts";
import { writeBackup } from "./write-backup.ts";
import type { BackupManifest } from "./write-backup.ts";

export interface Backup extends BackupManifest {
  id: string;
  path: string;
}

/** As on hosted Sanity. It also makes the id safe in paths. */
const BACKUP_ID = /^\d{4}-\d\d-\d\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const MAX_BACKUPS = 7;
const RETRY_MS = 60 * 60 * 1000;

/** A folder with this name is being written or deleted. */
const partial = (path: string): string => `${path}.partial`;

/**
 * The backups of a dataset, below `<directory>/backups`: one a day while they are enabled, and on demand. The oldest of more
 * than seven is deleted. A folder with an id for a name is complete and on disk.
 */
export class Backups {
  readonly #lake: string;
  readonly #directory: string;
  readonly #store: Pick<Store, "documents" | "watch">;
  readonly #log: LakeLog;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Backup> | undefined;

  /** @param lake its directory; the caller holds the lake's lock */
  constructor(lake: string, store: Pick<Store, "documents" | "watch">, log: LakeLog) {
    this.#lake = lake;
    this.#directory = join(lake, "backups");
    this.#store = store;
    this.#log = log;
    for (const name of this.#names())
      if (name.endsWith(".partial")) rmSync(join(this.#directory, name), { recursive: true, force: true });
    this.#plan();
  }

  #names(): string[] {
    return existsSync(this.#directory) ? readdirSync(this.#directory) : [];
  }

  get #switch(): string {
    return join(this.#directory, "enabled");
  }

  /** Enables or disables daily backups. The first is made at once. */
  enable(isEnabled: boolean): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    if (isEnabled) writeFileSync(this.#switch, "");
    else rmSync(this.#switch, { force: true });
    this.#plan();
  }

  /** Returns the complete backups, newest first. */
  list(): Backup[] {
    return this.#names()
      .flatMap((id) => this.find(id) ?? [])
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }

  /** Returns a complete backup, or null. The id may come from a request. */
  find(id: string): Backup | null {
    const path = join(this.#directory, id);
    if (!BACKUP_ID.test(id) || !existsSync(join(path, "manifest.json"))) return null;
    const manifest = JSON.parse(readFileSync(join(path, "manifest.json"), "utf8")) as BackupManifest;
    return { ...manifest, id, path };
  }

  /**
   * Makes a backup with everything acknowledged before the call. Calls that wait for another backup share the next one.
   * Rejects if it cannot be written, or if the lake is closed meanwhile.
   */
  take(): Promise<Backup> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const made = this.#make();
      this.#running = made.catch(() => {});
      return made;
    });
    return this.#next;
  }

  async #make(): Promise<Backup> {
    const id = `${new Date().toISOString().slice(0, 10)}-${randomUUID()}`;
    const path = join(this.#directory, id);
    try {
      const signal = this.#closing.signal;
      const manifest = await writeBackup(this.#store, this.#lake, partial(path), signal);
      await rename(partial(path), path);
      await syncDirectory(this.#directory);
      for (const old of this.list().slice(MAX_BACKUPS)) await this.#remove(old);
      return { ...manifest, id, path };
    } catch (error) {
      await rm(partial(path), { recursive: true, force: true });
      throw error;
    }
  }

  async #remove({ path }: Backup): Promise<void> {
    await rename(path, partial(path));
    await rm(partial(path), { recursive: true, force: true });
  }

  /** Sets the timer for the next daily backup. */
  #plan(leastMs = 0): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted || !existsSync(this.#switch)) return;
    const [last] = this.list();
    const sinceMs = last ? Date.now() - Date.parse(last.createdAt) : DAY_MS;
    const dueMs = Math.min(Math.max(DAY_MS - sinceMs, leastMs), DAY_MS);
    this.#timer = setTimeout(() => void this.#takeDaily(), dueMs);
    this.#timer.unref();
  }

  async #takeDaily(): Promise<void> {
    try {
      const { id } = await this.take();
      this.#log("info", `Backup ${id} is complete`);
      this.#plan();
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#log("warn", "The daily backup failed and is tried again in an hour", { error });
      this.#plan(RETRY_MS);
    }
  }

  /** Ends a backup that is being written, without a trace. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#next?.catch(() => {});
    await this.#running;
  }
}
