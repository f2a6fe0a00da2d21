import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach } from "vitest";
import { PUBLIC_PAGE } from "../../app/platform/cache-control.ts";
import { PageCache, type PageCacheOptions } from "../../server/page-cache/page-cache.ts";
import type { Caller } from "../../server/remix.ts";
import { createRender } from "../../server/render-page.ts";

export const MINUTE = 60_000;
/** Makes a test page long enough to be compressed. */
export const PADDING = "<p>All the same words.</p>".repeat(100);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Response header of a test site that lists the tags of its content. */
const TAGS = "x-test-tags";

export type Site = (request: Request) => Response | Promise<Response>;

export function page(text: string, tags = "doc:page", headers: Record<string, string> = {}): Response {
  return new Response(text + PADDING, {
    headers: { "content-type": "text/html", "cache-control": PUBLIC_PAGE, [TAGS]: tags, ...headers },
  });
}

/** Serves a test's own site through a page cache, on a real port. */
export async function serve(site: Site, options: Partial<PageCacheOptions> = {}) {
  const clock = { now: 0 };
  const requests: Request[] = [];
  /** Per request: the caller that the cache passed on. */
  const callers: Caller[] = [];
  const cache = new PageCache({
    render: createRender({
      site: async (request, caller) => {
        requests.push(request);
        callers.push(caller);
        const response = await site(request);
        const tags = new Set(response.headers.get(TAGS)?.split(" "));
        response.headers.delete(TAGS);
        return { response, tags };
      },
      origin: "https://site.example",
      headers: ["x-always", "here"],
      notifiedOfChanges: true,
    }),
    bypass: (request) => request.headers.cookie?.includes("drafts=") ?? false,
    log: pino({ level: "silent" }),
    now: () => clock.now,
    ...options,
  });
  server = createServer((request, response) =>
    cache.handle(request, response, "203.0.113.9", () => void response.writeHead(299).end("past the cache")),
  );
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(origin + path, init);
    return {
      status: response.status,
      headers: response.headers,
      text: (await response.text()).replace(PADDING, ""),
    };
  };
  const text = async (path: string) => (await get(path)).text;
  return { cache, clock, requests, callers, origin, get, text };
}
