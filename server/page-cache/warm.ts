import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { PAGE_CACHE, type Site } from "../remix.ts";
import type { PageCache } from "./page-cache.ts";

interface WarmOptions {
  site: Site;
  origin: string;
  cache: Pick<PageCache, "warm" | "size">;
  log: Logger;
}

const ALSO = ["/sitemap.xml", "/robots.txt", "/blog/rss.xml"];

/** Paths of a sitemap (sitemaps.org XML). Our own, so nothing in it is written in another way. */
function pathsOf(sitemap: string): string[] {
  return [...sitemap.matchAll(/<loc>(?<address>[^<]+)<\/loc>/g)].map(
    ({ groups }) => new URL(groups?.address ?? "/", "http://localhost").pathname,
  );
}

/**
 * Makes every page of the sitemap once, one after another, so that the first visitor of each is no slower than the second.
 * What fails is only logged: pages are made when they are asked for, too.
 */
export async function warmPages(options: WarmOptions): Promise<void> {
  await warm(options).catch((error: unknown) => options.log.warn({ err: error }, "no page is made ahead"));
}

async function warm({ site, origin, cache, log }: WarmOptions): Promise<void> {
  const caller = { clientIp: PAGE_CACHE, requestId: randomUUID() };
  const { response: sitemap } = await site(new Request(`${origin}/sitemap.xml`), caller);
  if (sitemap.status !== 200)
    return log.warn({ status: sitemap.status }, "no sitemap: no page is made ahead");
  for (const path of [...pathsOf(await sitemap.text()), ...ALSO]) await cache.warm(path);
  log.info(cache.size, "pages are ready");
}
