import { randomUUID } from "node:crypto";
import { createPage, EVERY_PAGE } from "./page-cache/page.ts";
import { lifetimeOf } from "./page-cache/policy.ts";
import type { Render, UncachedResponse } from "./page-cache/render-queue.ts";
import { PAGE_CACHE, type Site } from "./remix.ts";

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
