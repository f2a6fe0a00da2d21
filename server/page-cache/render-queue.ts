import type { Page } from "./page.ts";
import type { CacheKey } from "./policy.ts";

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
      // What a 404 was made from is not known: any change may have made the page.
      const isOutdated =
        result.kind === "page"
          ? !purged.isDisjointFrom(result.page.tags)
          : result.kind === "uncached" && purged.size > 0;
      if (!isOutdated) return result;
      if (round === MAX_ROUNDS) return result.kind === "page" ? { ...result, isOutdated } : result;
    }
  }
}
