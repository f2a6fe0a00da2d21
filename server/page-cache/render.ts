import { randomUUID } from "node:crypto";
import { PAGE_CACHE, type Site } from "../remix.ts";
import { createPage, EVERY_PAGE, type Page } from "./page.ts";
import { lifetimeOf, type CacheKey } from "./policy.ts";

/** A response that is sent to everybody who waits for it and not cached, such as a 404 or a redirect. */
export interface UncachedResponse {
  status: number;
  /** Names and values in turn. */
  head: readonly string[];
  body: Buffer;
}

export type RenderResult =
  /** `isOutdated`: its content changed while it was rendered. */
  | { kind: "page"; page: Page; isOutdated: boolean }
  | { kind: "uncached"; response: UncachedResponse }
  /** The response is not the same for everybody. */
  | { kind: "private" }
  | { kind: "failed"; error: unknown; response?: UncachedResponse };

interface RenderOptions {
  /** Read content past the content store's CDN. */
  fresh: boolean;
  /** Whose share of concurrent work the render takes; undefined for the cache's own. */
  shareKey?: string | undefined;
}

/** Renders a page. A rejection counts as a failure. */
export type Render = (key: CacheKey, options: RenderOptions) => Promise<RenderResult>;

async function uncached(response: Response, headers: readonly string[]): Promise<UncachedResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  const own = [...response.headers].filter(([name]) => name !== "content-length" && name !== "set-cookie");
  const head = [...headers, ...own.flat(), "content-length", String(body.length)];
  return { status: response.status, head, body };
}

interface RendererOptions {
  site: Site;
  /** Public origin: every request's URL begins with it. */
  origin: string;
  /** The headers of every response of this server, names and values in turn. */
  headers: readonly string[];
  notifiedOfChanges: boolean;
}

/** Renders pages from their URL alone: no header of the visitor who asked first reaches the site. */
export function createRender({ site, origin, headers, notifiedOfChanges }: RendererOptions): Render {
  return async ({ key }, { fresh, shareKey }) => {
    const request = new Request(origin + key, { headers: { accept: "text/html, */*" } });
    const caller = { clientIp: PAGE_CACHE, requestId: randomUUID(), fresh, shareKey };
    const { response, tags } = await site(request, caller);
    const lifetime = lifetimeOf(response, { notifiedOfChanges });
    if (lifetime)
      return {
        kind: "page",
        page: await createPage(response, { lifetime, tags: new Set([...tags, EVERY_PAGE]), headers }),
        isOutdated: false,
      };
    if (response.status >= 500) {
      const error = new Error(`The site answered ${response.status}.`);
      return { kind: "failed", error, response: await uncached(response, headers) };
    }
    if (response.status >= 300 && !response.headers.has("set-cookie"))
      return { kind: "uncached", response: await uncached(response, headers) };
    await response.body?.cancel();
    return { kind: "private" };
  };
}

/** A page whose content changes faster than it renders is served as outdated. */
const MAX_ROUNDS = 4;

interface RunningRender {
  result: Promise<RenderResult>;
  /** Tags purged since the render began. */
  purged: Set<string>;
}

/** Renders each page at most once at a time, and again when its content changed meanwhile. */
export class RenderQueue {
  readonly #running = new Map<string, RunningRender>();
  readonly #render: Render;
  readonly #onResult: (key: CacheKey, result: RenderResult) => void;

  /** `onResult` is called before the promises of `run` resolve. */
  constructor(render: Render, onResult: (key: CacheKey, result: RenderResult) => void) {
    this.#render = render;
    this.#onResult = onResult;
  }

  /** Joins a running render of the same page, or starts one. Never rejects. */
  run(key: CacheKey, options: RenderOptions): Promise<RenderResult> {
    const running = this.#running.get(key.key);
    if (running) return running.result;
    const purged = new Set<string>();
    const result = this.#renderUntilCurrent(key, purged, options).then((result) => {
      this.#running.delete(key.key);
      this.#onResult(key, result);
      return result;
    });
    this.#running.set(key.key, { result, purged });
    return result;
  }

  /** Applies a purge to the pages that are being rendered. */
  purge(tags: Iterable<string>): void {
    for (const tag of tags) for (const { purged } of this.#running.values()) purged.add(tag);
  }

  async #renderUntilCurrent(
    key: CacheKey,
    purged: Set<string>,
    options: RenderOptions,
  ): Promise<RenderResult> {
    for (let round = 1; ; round++) {
      purged.clear();
      const attempt = { ...options, fresh: options.fresh || round > 1 };
      const result = await this.#render(key, attempt).catch((error: unknown): RenderResult => ({
        kind: "failed",
        error,
      }));
      if (result.kind !== "page" || purged.isDisjointFrom(result.page.tags)) return result;
      if (round === MAX_ROUNDS) return { ...result, isOutdated: true };
    }
  }
}
