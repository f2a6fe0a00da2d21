import { LRUCache } from "lru-cache";
import type { Page } from "./page.ts";
import type { CacheKey } from "./policy.ts";

export interface CachedPage {
  page: Page;
  /** When it was rendered, in ms of a monotonic clock. */
  renderedAt: number;
  /** Content that it shows has changed since. Served only while it cannot be rendered again. */
  isOutdated: boolean;
  /** After a failed attempt to render it again: not before this time. */
  retryAt: number;
}

/** More than any page has. The oldest variant goes first. */
const MAX_VARIANTS = 16;

/** Cached pages within a number of bytes; the least recently used go first. */
export class PageStore {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #variants = new Map<string, Set<string>>();

  /** @param maxBytes of bodies and headers together */
  constructor(maxBytes: number) {
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page }) => page.sizeBytes,
      dispose: (_page, key, reason) => {
        if (reason !== "set") this.#forgetVariant(key);
      },
    });
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  set({ key, path }: CacheKey, cached: CachedPage): void {
    const variants = this.#variants.get(path) ?? new Set();
    const [oldest] = variants;
    if (oldest !== undefined && variants.size >= MAX_VARIANTS && !variants.has(key))
      this.#pages.delete(oldest);
    this.#pages.set(key, cached);
    // A page larger than the whole store is not stored.
    if (this.#pages.has(key)) this.#variants.set(path, variants.add(key));
  }

  delete(key: string): void {
    this.#pages.delete(key);
  }

  /** Marks the pages that show any of these tags as outdated; returns their keys. */
  markOutdated(tags: Iterable<string>): string[] {
    const changed = new Set(tags);
    const hit = [...this.#pages.entries()].filter(([, { page }]) => !changed.isDisjointFrom(page.tags));
    for (const [, cached] of hit) cached.isOutdated = true;
    return hit.map(([key]) => key);
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  get count(): number {
    return this.#pages.size;
  }

  #forgetVariant(key: string): void {
    const path = key.split("?", 1)[0] ?? key;
    const variants = this.#variants.get(path);
    variants?.delete(key);
    if (variants?.size === 0) this.#variants.delete(path);
  }
}
