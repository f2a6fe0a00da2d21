import { LRUCache } from "lru-cache";

/** Returns the value that is kept under a key, or makes it. */
export type Memo<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>;

interface MemoOptions {
  /** Number of values. */
  max: number;
  /** How long a value is kept after it was made, in ms; without it until there are too many. */
  ttl?: number;
  /** Keeps rejections as well, where trying again is expensive. */
  keepsFailures?: boolean;
}

/** Returns a memo: concurrent callers wait for the same value. */
export function createMemo<Value>({ keepsFailures = false, ...options }: MemoOptions): Memo<Value> {
  const kept = new LRUCache<string, Promise<Value>>(options);
  return (key, make) => {
    const known = kept.get(key);
    if (known) return known;
    const made = make();
    kept.set(key, made);
    if (!keepsFailures) made.catch(() => kept.delete(key));
    return made;
  };
}
