import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { storeError } from "./content-store.server.ts";

/**
 * Returns the last value that was given to `keep`, also after a restart: what the content store last answered, for forms that arrive
 * while it is away. `report` gets what makes the file unwritable.
 */
export function createLastKnown<Value>(path: string, report: (error: unknown) => void) {
  let last: string | null = null;

  /** Keeps a value in memory and, when it has changed, on the disk. */
  function keep(value: Value): void {
    const text = JSON.stringify(value);
    if (text === last) return;
    last = text;
    try {
      mkdirSync(dirname(path), { recursive: true });
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, text);
      renameSync(draft, path);
    } catch (error) {
      report(error);
    }
  }

  /** Returns null where nothing was ever kept. */
  function kept(): Value | null {
    try {
      last ??= readFileSync(path, "utf8");
      return JSON.parse(last) as Value;
    } catch {
      return null;
    }
  }

  return {
    keep,

    /** Resolves to what `read` does; while the content store is unavailable, to the last value. Rejects with the store's AppErrors. */
    async orLast(read: () => Promise<Value>): Promise<{ value: Value; isStoreAway: boolean }> {
      try {
        const value = await read();
        keep(value);
        return { value, isStoreAway: false };
      } catch (cause) {
        const error = storeError(cause);
        const value = error.code === "unavailable" ? kept() : null;
        if (!value) throw error;
        return { value, isStoreAway: true };
      }
    },
  };
}
