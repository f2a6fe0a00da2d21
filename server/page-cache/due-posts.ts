import type { SanityClient } from "@sanity/client";
import type { Logger } from "pino";

/** The store's time, whether an article that is dated ahead became due since `$since`, and the date of the next one, by its clock. */
const LOOK = `{
  "now": now(),
  "isDue": count(*[_type == "post" && publishedAt > $since && publishedAt <= now()]) > 0,
  "next": *[_type == "post" && publishedAt > now()] | order(publishedAt asc)[0].publishedAt
}`;

/** Later than any article: the first look only learns the time. */
const NEVER = "9999";
/** How long to wait at most, in ms: a change of content of which nobody is notified is found by then. */
const LONGEST_WAIT_MS = 3_600_000;
/** Between two looks, in ms: a clock that is behind the store's asks no faster. */
const SHORTEST_WAIT_MS = 200;

interface DuePostsOptions {
  /** Reads public content past the store's CDN. */
  client: Pick<SanityClient, "fetch">;
  purge: (tags: readonly string[]) => void;
  log: Logger;
  /** When to look again after the store did not answer, in ms. */
  retryMs: number;
}

interface Look {
  now: string;
  isDue: boolean;
  next: string | null;
}

/**
 * Watches for articles that were published with a date in the future. Nothing changes in the store when that date comes, so
 * nothing else would purge the cached blog, feed, sitemap and related articles. Waits for the next date; `look` has to be called when
 * articles change. Without the store it tries again; no date is missed.
 */
export function watchDuePosts({ client, purge, log, retryMs }: DuePostsOptions) {
  let since = NEVER;
  let isFailing = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  /** Outdates every page with articles if one of them became due since the last look. Returns when to look again, in ms. */
  async function lookOnce(): Promise<number> {
    try {
      const { now, isDue, next } = await client.fetch<Look>(LOOK, { since });
      since = now;
      isFailing = false;
      if (isDue) purge(["type:post"]);
      return next === null ? LONGEST_WAIT_MS : Math.max(SHORTEST_WAIT_MS, Date.parse(next) - Date.parse(now));
    } catch (error) {
      if (!isFailing && !isClosed) log.warn({ err: error }, "articles that become due are not looked for");
      isFailing = true;
      return retryMs;
    }
  }

  /** Looks now, after a look that is under way. Never rejects. */
  function look(): Promise<void> {
    looking = looking.then(async () => {
      clearTimeout(timer);
      const waitMs = Math.min(await lookOnce(), LONGEST_WAIT_MS);
      if (!isClosed) timer = setTimeout(() => void look(), waitMs).unref();
    });
    return looking;
  }

  void look();
  return {
    look,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
