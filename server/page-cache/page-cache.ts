import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { pageKey, type PageKey } from "./key.ts";
import type { Page } from "./page.ts";
import { Pages, type Kept } from "./pages.ts";
import { Renewals, type Made, type Make, type PlainAnswer } from "./renewals.ts";
import { sendPage } from "./send.ts";

export interface PageCacheOptions {
  make: Make;
  /** True for a visitor who is to see more than everyone, such as an editor's drafts. */
  bypass: (request: IncomingMessage) => boolean;
  log: Logger;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
  maxBytes?: number;
  /** Milliseconds that a visitor waits for a page that is made anew before the last good one is sent. */
  patience?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** A page that could not be made anew is not tried again for so long, in milliseconds. */
const RETRY_AFTER = 5_000;
const PATIENCE = 5_000;
/** Changes come in bursts; pages that nobody asks for wait so long after the last one, in milliseconds. */
const SETTLE = 250;

/** Whole public pages, answered from memory before anything else looks at the request. */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #now: () => number;
  readonly #pages: Pages;
  readonly #renewals: Renewals;
  readonly #failing = new Set<string>();
  readonly #outdated = new Map<string, PageKey>();
  /** How public pages were answered: from memory, from memory while made anew, made while the visitor waited. */
  readonly counts = { hit: 0, stale: 0, miss: 0 };
  #settling: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#pages = new Pages(options.maxBytes ?? MAX_BYTES);
    this.#renewals = new Renewals(
      (key, how) => options.make(key, how),
      (key, made) => this.#land(key, made),
    );
  }

  /** What is kept, and fresh, under the very address of this request, unless it is not for this visitor. */
  kept(request: IncomingMessage): Page | undefined {
    const { method, url = "/" } = request;
    if (method !== "GET" && method !== "HEAD") return undefined;
    const kept = this.#pages.get(url);
    if (!kept || this.#age(kept) >= kept.page.keeping.fresh || this.#options.bypass(request))
      return undefined;
    return kept.page;
  }

  /** True when there is a page for this request, however old; who asks for it is never turned away. */
  has(request: IncomingMessage): boolean {
    const key = pageKey(request.url ?? "/");
    return key !== null && this.#pages.get(key.key) !== undefined;
  }

  /**
   * Answers a public address (`isPublicPath`) from memory, or makes the page first, once for all who wait. `next` answers
   * what is not for everybody.
   */
  answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { method, url = "/" } = request;
    if ((method !== "GET" && method !== "HEAD") || this.#options.bypass(request)) return next();
    const key = pageKey(url);
    if (!key) return next();
    this.#answerAnew(key, request, response, next).catch((error: unknown) => {
      this.#options.log.error({ err: error }, "page cache");
      response.destroy();
    });
  }

  /** Makes a page before anybody asks for it. */
  async warm(url: string): Promise<void> {
    const key = pageKey(url);
    if (key && !this.#closed) await this.#renewals.run(key, { fresh: false });
  }

  /** The content of these tags has changed: nobody gets what was made of it before, unless nothing better can be made. */
  purge(tags: readonly string[]): void {
    this.#renewals.changed(tags);
    for (const url of this.#pages.outdate(tags)) {
      const key = pageKey(url);
      if (key) this.#outdated.set(url, key);
    }
    clearTimeout(this.#settling);
    if (this.#outdated.size > 0 && !this.#closed)
      this.#settling = setTimeout(() => void this.#renewOutdated(), SETTLE).unref();
  }

  /** How many pages are served although they could not be made anew. */
  get failing(): number {
    return this.#failing.size;
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#pages.count, bytes: this.#pages.bytes };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#settling);
  }

  /** Milliseconds since it was made; what is outdated is older than any age. */
  #age(kept: Kept): number {
    return kept.outdated ? Infinity : this.#now() - kept.madeAt;
  }

  async #answerAnew(key: PageKey, request: IncomingMessage, response: ServerResponse, next: () => void) {
    const kept = this.#pages.get(key.key);
    const found = await this.#find(key);
    if (found.kind !== "page") {
      const answer = found.kind === "private" ? undefined : found.answer;
      return answer ? sendAnswer(request, response, answer) : next();
    }
    const { page } = found;
    const asItWas = kept && this.#age(kept) < page.keeping.fresh ? "hit" : "stale";
    this.send(page === kept?.page ? asItWas : "miss", request, response, page);
  }

  /** Sends a page and counts it. */
  send(how: keyof PageCache["counts"], request: IncomingMessage, response: ServerResponse, page: Page): void {
    this.counts[how] += 1;
    sendPage(request, response, page);
  }

  /** The page as it is, made anew, or the last good one. */
  async #find(key: PageKey): Promise<Made> {
    const kept = this.#pages.get(key.key);
    if (!kept) return this.#renewals.run(key, { fresh: false });
    const { fresh, stale } = kept.page.keeping;
    const age = this.#age(kept);
    const asItIs = (): Made => ({ kind: "page", page: kept.page, outdated: kept.outdated });
    if (age < fresh) return asItIs();
    const resting = this.#now() < kept.retryAt;
    const renewal = resting ? null : this.#renewals.run(key, { fresh: kept.outdated });
    if (!renewal || age < fresh + stale) return asItIs();
    const made = await inTime(renewal, this.#options.patience ?? PATIENCE);
    if (made && made.kind !== "failed") return made;
    // One visitor has waited for nothing; those who come next do not.
    if (!made) kept.retryAt = this.#now() + RETRY_AFTER;
    return asItIs();
  }

  #land(key: PageKey, made: Made): void {
    if (made.kind === "failed") return this.#keepTheOld(key, made);
    if (this.#failing.delete(key.key) && this.#failing.size === 0)
      this.#options.log.warn("every page is up to date again");
    if (made.kind !== "page") return this.#pages.drop(key.key);
    const { page, outdated } = made;
    this.#pages.put(key, { page, madeAt: this.#now(), outdated, retryAt: 0 });
  }

  #keepTheOld(key: PageKey, { error }: Made & { kind: "failed" }): void {
    const kept = this.#pages.get(key.key);
    if (!kept) return;
    kept.retryAt = this.#now() + RETRY_AFTER;
    if (!this.#failing.has(key.key))
      this.#options.log.warn({ path: key.path, err: error }, "the last good page is served");
    this.#failing.add(key.key);
  }

  async #renewOutdated(): Promise<void> {
    const keys = [...this.#outdated.values()];
    this.#outdated.clear();
    for (const key of keys)
      if (!this.#closed && this.#pages.get(key.key)?.outdated) await this.#renewals.run(key, { fresh: true });
  }
}

function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, head, body }: PlainAnswer,
): void {
  response.writeHead(status, head as string[]).end(request.method === "HEAD" ? undefined : body);
}

/** What comes of it, or undefined when it takes too long. */
async function inTime<T>(work: Promise<T>, patience: number): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, patience);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
