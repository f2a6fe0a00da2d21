import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Clock } from "../app/platform/clock.ts";
import type { Env } from "../app/platform/env.server.ts";
import type { Services } from "../app/services.server.ts";
import type { ReceiveBody } from "./body-limits.ts";
import type { ContentChanges } from "./content-changes.ts";
import { watchDuePosts } from "./page-cache/due-posts.ts";
import { PageCache } from "./page-cache/page-cache.ts";
import { EVERY_PAGE } from "./page-cache/page.ts";
import { createContentPurge, createFindReferrers, createSharedPurge } from "./page-cache/purge.ts";
import { PAGE_CACHE, type Site } from "./remix.ts";
import { createRender } from "./render-page.ts";
import { createWebhook } from "./webhook.ts";

interface PublicPagesOptions {
  env: Env;
  services: Pick<Services, "clients" | "plates" | "preview" | "search">;
  site: Site;
  receiveBody: ReceiveBody;
  changes: ContentChanges;
  /** The headers of every response. */
  headers: Readonly<Record<string, string>>;
  log: Logger;
  /** A clock that tests and the demo move on; pages grow old by it. */
  clock: Clock | undefined;
}

/** When to look for articles that became due after the store did not answer. Each look is a request, which hosted Sanity counts. */
const DUE_POSTS_RETRY_MS = { embedded: 10_000, hosted: 60_000 };

/** Creates the page cache and connects it to content changes, and to those of other processes. */
export function createPublicPages(options: PublicPagesOptions) {
  const { env, services, site, receiveBody, changes, headers, log, clock } = options;
  const origin = env.publicUrl;
  const notifiedOfChanges = changes.isComplete;
  const cache = new PageCache({
    render: createRender({ site, origin, headers: Object.entries(headers).flat(), notifiedOfChanges }),
    bypass: (request) => services.preview.perspectiveOf(request.headers.cookie) !== null,
    log,
    ...(clock ? { now: () => clock().getTime() } : {}),
  });
  const outdate = (tags: readonly string[]) => {
    cache.purge(tags);
    services.search.purge();
  };
  const purge = (tags: readonly string[]) => {
    outdate(tags);
    if (tags.includes("type:post")) void duePosts.look();
  };
  // The process that has the lake is notified of every change; others may share it.
  const shared = env.redis.on
    ? createSharedPurge({ redis: env.redis, purge: notifiedOfChanges ? null : purge, log })
    : null;
  const purgeContent = createContentPurge({
    purge: async (tags) => {
      purge(tags);
      return (await shared?.publish(tags)) ?? true;
    },
    findReferrers: createFindReferrers(services.clients.freshClient),
    log,
  });
  changes.subscribe(purgeContent);
  services.plates.onNeeded(() => cache.purge([EVERY_PAGE]));
  const duePosts = watchDuePosts({
    client: services.clients.freshClient,
    purge: outdate,
    log,
    retryMs: DUE_POSTS_RETRY_MS[env.content.mode],
  });
  return {
    cache,
    webhook: createWebhook({ secret: env.content.webhookSecret, onChange: changes.publish, receiveBody }),
    warm: () => warmPages({ site, origin, cache, log }),
    close() {
      cache.close();
      duePosts.close();
      shared?.close();
    },
  };
}

interface WarmOptions {
  site: Site;
  origin: string;
  cache: Pick<PageCache, "warm" | "size">;
  log: Logger;
}

const NOT_IN_SITEMAP = ["/sitemap.xml", "/robots.txt", "/blog/rss.xml"];

/** The sitemap is our own, so its XML needs no parser. */
function sitemapPaths(sitemap: string): string[] {
  return [...sitemap.matchAll(/<loc>(?<url>[^<]+)<\/loc>/g)].map(
    ({ groups }) => new URL(groups?.url ?? "/", "http://localhost").pathname,
  );
}

/**
 * Renders every page of the sitemap, one after another, so that its first visitor does not wait. Failures are only logged:
 * pages are rendered on request as well. Never rejects.
 */
export async function warmPages({ site, origin, cache, log }: WarmOptions): Promise<void> {
  try {
    const caller = { clientIp: PAGE_CACHE, requestId: randomUUID() };
    const { response: sitemap } = await site(new Request(`${origin}/sitemap.xml`), caller);
    if (sitemap.status !== 200)
      return log.warn({ status: sitemap.status }, "no sitemap: no page is rendered ahead");
    for (const path of [...sitemapPaths(await sitemap.text()), ...NOT_IN_SITEMAP]) await cache.warm(path);
    log.info(cache.size, "pages are ready");
  } catch (error) {
    log.warn({ err: error }, "no page is rendered ahead");
  }
}
