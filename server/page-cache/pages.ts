import { LRUCache } from "lru-cache";
import type { PageKey } from "./key.ts";
import type { Page } from "./page.ts";

export interface Kept {
  page: Page;
  /** When it was made, in milliseconds of a clock that only goes forward. */
  madeAt: number;
  /** Something it was made of has changed since. It is still good for when there is nothing better. */
  outdated: boolean;
  /** After a failed attempt to make it anew: not before this time again. */
  retryAt: number;
}

/** More than any page really has; the oldest goes first. */
const MAX_VARIANTS = 16;

/** What is kept, within a number of bytes: who was asked for least recently goes first. */
export class Pages {
  readonly #kept: LRUCache<string, Kept>;
  readonly #variants = new Map<string, Set<string>>();

  /** @param maxBytes of bodies and headers together */
  constructor(maxBytes: number) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page }) => page.size,
      dispose: (_kept, key, reason) => {
        if (reason !== "set") this.#forgetVariant(key);
      },
    });
  }

  get(key: string): Kept | undefined {
    return this.#kept.get(key);
  }

  put({ key, path }: PageKey, kept: Kept): void {
    const variants = this.#variants.get(path) ?? new Set();
    const [oldest] = variants;
    if (oldest !== undefined && variants.size >= MAX_VARIANTS && !variants.has(key))
      this.#kept.delete(oldest);
    this.#kept.set(key, kept);
    // A page larger than everything together is not taken.
    if (this.#kept.has(key)) this.#variants.set(path, variants.add(key));
  }

  drop(key: string): void {
    this.#kept.delete(key);
  }

  /** Marks what was made of any of these; answers their keys. */
  outdate(tags: Iterable<string>): string[] {
    const changed = new Set(tags);
    const hit = [...this.#kept.entries()].filter(([, { page }]) => !changed.isDisjointFrom(page.tags));
    for (const [, kept] of hit) kept.outdated = true;
    return hit.map(([key]) => key);
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  get count(): number {
    return this.#kept.size;
  }

  #forgetVariant(key: string): void {
    const path = key.split("?", 1)[0] ?? key;
    const variants = this.#variants.get(path);
    variants?.delete(key);
    if (variants?.size === 0) this.#variants.delete(path);
  }
}
