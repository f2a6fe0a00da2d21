import type { SanityClient } from "@sanity/client";
import type { Logger } from "pino";

/** The store's time, and whether an article that is dated ahead became due since `$since`, by the store's clock. */
const LOOK = `{
  "now": now(),
  "isDue": count(*[_type == "post" && publishedAt > $since && publishedAt <= now()]) > 0
}`;

/** Later than any article: the first look only learns the time. */
const NEVER = "9999";

interface DuePostsOptions {
  /** Reads public content past the store's CDN. */
  client: Pick<SanityClient, "fetch">;
  purge: (tags: readonly string[]) => void;
  log: Logger;
  /** From the end of a look to the next one: how much later than its date an article may be listed, in ms. */
  intervalMs: number;
}

/**
 * Watches for articles that were published with a date in the future. Nothing changes in the store when that date comes, so
 * nothing else would purge the cached blog, feed, sitemap and related articles. Without the store it tries again; no date is missed.
 */
export function watchDuePosts({ client, purge, log, intervalMs }: DuePostsOptions) {
  let since = NEVER;
  let isFailing = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Outdates every page with articles if one of them became due since the last look. Never rejects. */
  async function look(): Promise<void> {
    try {
      const { now, isDue } = await client.fetch<{ now: string; isDue: boolean }>(LOOK, { since });
      since = now;
      isFailing = false;
      if (isDue) purge(["type:post"]);
    } catch (error) {
      if (!isFailing && !isClosed) log.warn({ err: error }, "articles that become due are not looked for");
      isFailing = true;
    }
  }

  async function round(): Promise<void> {
    await look();
    if (!isClosed) timer = setTimeout(() => void round(), intervalMs).unref();
  }

  void round();
  return {
    look,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
