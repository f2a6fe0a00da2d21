import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { isRead, sendEncoded, type Page } from "./page.ts";
import { cacheKey, type CacheKey } from "./policy.ts";
import { RenderQueue, type Render, type RenderResult, type UncachedResponse } from "./render-queue.ts";

export interface PageCacheOptions {
  render: Render;
  /** True for a visitor who sees more than the public page, such as an editor's drafts. */
  bypass: (request: IncomingMessage) => boolean;
  log: Logger;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  maxBytes?: number;
  /** How long a visitor waits for a new render before the last good page is sent. */
  renderTimeoutMs?: number;
  /** When a page that could not be rendered is tried again without a request. */
  recoveryMs?: number;
}

interface CachedPage {
  page: Page;
  /** When it was rendered, in ms of a monotonic clock. */
  renderedAt: number;
  /** Content that it shows has changed since. Served only while it cannot be rendered again. */
  isOutdated: boolean;
  /** After a failed attempt to render it again: not before this time. */
  retryAt: number;
}

/** Of bodies and headers together. The least recently used page goes first. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Of one path; more than any page has. The oldest goes first, never the one without parameters. */
const MAX_VARIANTS = 16;
/** A page whose render failed is not tried again for this long. */
const RETRY_DELAY_MS = 5_000;
/** When a page whose render failed is tried again although nobody requests it. */
const RECOVERY_MS = 60_000;
const RENDER_TIMEOUT_MS = 5_000;
/** Changes come in bursts: outdated pages that nobody requests are rendered this long after the last one. */
const SETTLE_MS = 250;

/** Whole public pages, sent from memory before anything else looks at the request. */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #now: () => number;
  readonly #pages: LRUCache<string, CachedPage>;
  /** Keys of cached pages by path. */
  readonly #variants = new Map<string, Set<string>>();
  readonly #renders: RenderQueue;
  /** Keys of pages that could not be rendered again, with the timers of the next try. */
  readonly #failing = new Map<string, NodeJS.Timeout>();
  readonly #outdated = new Map<string, CacheKey>();
  /** Public pages sent: from memory, from memory while rendered again, rendered while the visitor waited. */
  readonly counts = { hit: 0, stale: 0, miss: 0 };
  #settling: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#pages = new LRUCache({
      maxSize: options.maxBytes ?? MAX_BYTES,
      sizeCalculation: ({ page }) => page.sizeBytes,
      dispose: (_page, key, reason) => {
        if (reason === "set") return;
        this.#forgetVariant(key);
        this.#endFailing(key);
      },
    });
    this.#renders = new RenderQueue(options.render, (key, result) => this.#store(key, result));
  }

  /** Returns the fresh page under exactly this URL, or undefined; the fast path, without parsing. */
  lookup(request: IncomingMessage): Page | undefined {
    const { url = "/" } = request;
    if (!isRead(request)) return undefined;
    const cached = this.#pages.get(url);
    if (!cached || this.#ageMs(cached) >= cached.page.lifetime.freshMs || this.#options.bypass(request))
      return undefined;
    return cached.page;
  }

  /** True when there is a page for this GET or HEAD, however old. Such requests are never rejected under load. */
  has(request: IncomingMessage): boolean {
    const key = isRead(request) ? cacheKey(request.url ?? "/") : null;
    return key !== null && this.#pages.get(key.key) !== undefined;
  }

  /**
   * Handles a request for a public path (`isPublicPath`): sends the page from memory, or renders it once for everybody who
   * waits. `shareKey` names the caller whose share a first render takes. Calls `next` for what cannot be cached.
   */
  handle(request: IncomingMessage, response: ServerResponse, shareKey: string, next: () => void): void {
    if (!isRead(request) || this.#options.bypass(request)) return next();
    const key = cacheKey(request.url ?? "/");
    if (!key) return next();
    this.#respond(key, request, response, shareKey, next).catch((error: unknown) => {
      this.#options.log.error({ err: error }, "page cache");
      response.destroy();
    });
  }

  /** Renders a page before it is requested. */
  async warm(url: string): Promise<void> {
    const key = cacheKey(url);
    if (key && !this.#isClosed) await this.#renders.run(key, { fresh: false });
  }

  /** Outdates the pages that show any of these tags: they are served again only if they cannot be rendered. */
  purge(tags: readonly string[]): void {
    this.#renders.purge(tags);
    const changed = new Set(tags);
    for (const [url, cached] of this.#pages.entries()) {
      if (changed.isDisjointFrom(cached.page.tags)) continue;
      cached.isOutdated = true;
      const key = cacheKey(url);
      if (key) this.#outdated.set(url, key);
    }
    clearTimeout(this.#settling);
    if (this.#outdated.size > 0 && !this.#isClosed)
      this.#settling = setTimeout(() => void this.#renderOutdated(), SETTLE_MS).unref();
  }

  /** Number of pages that are served although they could not be rendered again. */
  get failing(): number {
    return this.#failing.size;
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#pages.size, bytes: this.#pages.calculatedSize };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#settling);
  }

  /** Sends a page and counts it. */
  send(how: keyof PageCache["counts"], request: IncomingMessage, response: ServerResponse, page: Page): void {
    this.counts[how] += 1;
    sendEncoded(request, response, page.encoded);
  }

  #ageMs(cached: CachedPage): number {
    return cached.isOutdated ? Infinity : this.#now() - cached.renderedAt;
  }

  async #respond(
    key: CacheKey,
    request: IncomingMessage,
    response: ServerResponse,
    shareKey: string,
    next: () => void,
  ): Promise<void> {
    const cached = this.#pages.get(key.key);
    const result = cached
      ? await this.#refresh(key, cached)
      : await this.#renders.run(key, { fresh: false, shareKey });
    if (result.kind !== "page") {
      const uncached = result.kind === "private" ? undefined : result.response;
      const isRedirect = uncached && uncached.status >= 300 && uncached.status < 400;
      if (isRedirect && key.isReduced) return next();
      return uncached ? sendUncached(request, response, uncached) : next();
    }
    const { page } = result;
    const fromMemory = cached && this.#ageMs(cached) < page.lifetime.freshMs ? "hit" : "stale";
    this.send(page === cached?.page ? fromMemory : "miss", request, response, page);
  }

  /** Returns the cached page while it is fresh, then a new one, or the cached one if that fails or takes too long. */
  async #refresh(key: CacheKey, cached: CachedPage): Promise<RenderResult> {
    const { freshMs, staleMs } = cached.page.lifetime;
    const ageMs = this.#ageMs(cached);
    const unchanged = (): RenderResult => ({
      kind: "page",
      page: cached.page,
      isOutdated: cached.isOutdated,
    });
    if (ageMs < freshMs) return unchanged();
    const mayRender = this.#now() >= cached.retryAt;
    const render = mayRender ? this.#renders.run(key, { fresh: cached.isOutdated }) : null;
    if (!render || ageMs < freshMs + staleMs) return unchanged();
    const timeoutMs = this.#options.renderTimeoutMs ?? RENDER_TIMEOUT_MS;
    const result = await Promise.race([render, sleep(timeoutMs, undefined, { ref: false })]);
    if (result && result.kind !== "failed") return result;
    // Only this visitor waits for the failed render.
    if (!result) cached.retryAt = this.#now() + RETRY_DELAY_MS;
    return unchanged();
  }

  #store(key: CacheKey, result: RenderResult): void {
    if (result.kind === "failed") return this.#keepLastGood(key, result);
    this.#endFailing(key.key);
    if (result.kind !== "page") return void this.#pages.delete(key.key);
    const { page, isOutdated } = result;
    this.#keep(key, { page, renderedAt: this.#now(), isOutdated, retryAt: 0 });
  }

  #keep({ key, path }: CacheKey, cached: CachedPage): void {
    const variants = this.#variants.get(path) ?? new Set();
    const oldest = [...variants].find((variant) => variant !== path);
    if (oldest !== undefined && variants.size >= MAX_VARIANTS && !variants.has(key))
      this.#pages.delete(oldest);
    this.#pages.set(key, cached);
    // A page larger than the whole cache is not kept.
    if (this.#pages.has(key)) this.#variants.set(path, variants.add(key));
  }

  #forgetVariant(key: string): void {
    const path = key.split("?", 1)[0] ?? key;
    const variants = this.#variants.get(path);
    variants?.delete(key);
    if (variants?.size === 0) this.#variants.delete(path);
  }

  #keepLastGood(key: CacheKey, { error }: RenderResult & { kind: "failed" }): void {
    const cached = this.#pages.get(key.key);
    if (!cached) return;
    cached.retryAt = this.#now() + RETRY_DELAY_MS;
    if (!this.#failing.has(key.key))
      this.#options.log.warn({ path: key.path, err: error }, "the last good page is served");
    clearTimeout(this.#failing.get(key.key));
    const renderAgain = () => void (this.#isClosed || this.#renders.run(key, { fresh: true }));
    this.#failing.set(key.key, setTimeout(renderAgain, this.#options.recoveryMs ?? RECOVERY_MS).unref());
  }

  #endFailing(key: string): void {
    clearTimeout(this.#failing.get(key));
    if (this.#failing.delete(key) && this.#failing.size === 0)
      this.#options.log.warn("every page is up to date again");
  }

  async #renderOutdated(): Promise<void> {
    const keys = [...this.#outdated.values()];
    this.#outdated.clear();
    for (const key of keys)
      if (!this.#isClosed && this.#pages.get(key.key)?.isOutdated)
        await this.#renders.run(key, { fresh: true });
  }
}

function sendUncached(
  request: IncomingMessage,
  response: ServerResponse,
  { status, head, body }: UncachedResponse,
): void {
  response.writeHead(status, head as string[]).end(request.method === "HEAD" ? undefined : body);
}
