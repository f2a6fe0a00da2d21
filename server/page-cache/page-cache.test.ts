import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CACHE_TAGS, PUBLIC_PAGE } from "../../app/platform/cache-control.ts";
import { PageCache, type PageCacheOptions } from "./page-cache.ts";

const MINUTE = 60_000;
/** As long as a page of the site, so that it is worth compressing. */
const PADDING = "<p>All the same words.</p>".repeat(100);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Site = (request: Request) => Response | Promise<Response>;

function page(text: string, tags = "doc:page", headers: Record<string, string> = {}): Response {
  return new Response(text + PADDING, {
    headers: { "content-type": "text/html", "cache-control": PUBLIC_PAGE, [CACHE_TAGS]: tags, ...headers },
  });
}

/** A cache before a site that a test writes itself, behind a real port. */
async function serve(site: Site, options: Partial<PageCacheOptions> = {}) {
  const clock = { now: 0 };
  const asked: Request[] = [];
  const cache = new PageCache({
    site: async (request) => {
      asked.push(request);
      return site(request);
    },
    origin: "https://site.example",
    headers: ["x-always", "here"],
    hearsChanges: true,
    bypass: (request) => request.headers.cookie?.includes("drafts=") ?? false,
    log: pino({ level: "silent" }),
    now: () => clock.now,
    ...options,
  });
  server = createServer((request, response) =>
    cache.answer(request, response, () => void response.writeHead(299).end("past the cache")),
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
  return { cache, clock, asked, origin, get, text };
}

describe("a public page", () => {
  it("is made once, and nothing that belongs to a visitor reaches the site", async () => {
    const { cache, asked, get } = await serve(() => page("one"));
    await cache.warm("/");
    const headers = { cookie: "session=secret", "x-forwarded-host": "evil.example", "user-agent": "someone" };
    const { status, text, headers: answered } = await get("/?utm_source=mail", { headers });
    expect([status, text, asked.length]).toEqual([200, "one", 1]);
    expect(asked[0]?.url).toBe("https://site.example/");
    expect([...(asked[0]?.headers.keys() ?? [])].sort()).toEqual([
      "accept",
      "x-client-address",
      "x-request-id",
    ]);
    expect(answered.get("x-always")).toBe("here");
    expect(answered.get("vary")).toBe("Accept-Encoding");
    expect(answered.has(CACHE_TAGS)).toBe(false);
  });

  it("is sent in the encoding that is liked best, each with a strong tag of its own", async () => {
    const { cache, get } = await serve(() => page("one"));
    await cache.warm("/");
    const tags = new Set<string | null>();
    for (const encoding of ["br", "gzip", "identity"]) {
      const { headers, text } = await get("/", { headers: { "accept-encoding": encoding } });
      expect(headers.get("content-encoding") ?? "identity").toBe(encoding);
      expect(text).toBe("one");
      tags.add(headers.get("etag"));
      expect(headers.get("etag")).toMatch(/^"[\w-]+"$/);
    }
    expect(tags.size).toBe(3);
  });

  it("is not sent again to who has it", async () => {
    const { cache, get } = await serve(() => page("one"));
    await cache.warm("/");
    const { headers } = await get("/", { headers: { "accept-encoding": "br" } });
    const etag = headers.get("etag") ?? "";
    const again = (known: string, encoding = "br") =>
      get("/", {
        headers: { "accept-encoding": encoding, "if-none-match": known, "cache-control": "no-cache" },
      });
    const unchanged = await again(`"other", W/${etag}`);
    expect([unchanged.status, unchanged.text, unchanged.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await again("*")).status).toBe(304);
    expect((await again('"other"')).status).toBe(200);
    expect((await again(etag, "gzip")).status).toBe(200);
  });

  it("answers HEAD with the head alone, and a range with the whole", async () => {
    const { cache, get } = await serve(() => page("one"));
    await cache.warm("/");
    const head = await get("/", { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0);
    expect(await get("/", { headers: { range: "bytes=0-1" } })).toMatchObject({ status: 200, text: "one" });
  });

  it("keeps its own headers with it, whole", async () => {
    const policy = "default-src 'none'; script-src 'sha256-x'";
    const { cache, get } = await serve(() => page("one", "a", { "content-security-policy": policy }));
    await cache.warm("/");
    expect((await get("/")).headers.get("content-security-policy")).toBe(policy);
  });

  it("is compressed to what it was", async () => {
    const { cache, origin } = await serve(() => page("one"));
    await cache.warm("/");
    const sent = Promise.withResolvers<Buffer>();
    request(
      origin,
      { headers: { "accept-encoding": "br" } },
      (response) => void buffer(response).then(sent.resolve),
    ).end();
    expect(brotliDecompressSync(await sent.promise).toString()).toBe(`one${PADDING}`);
  });
});

describe("what goes past the cache", () => {
  it.each<[string, string, RequestInit?]>([
    ["a post", "/", { method: "POST" }],
    ["who sees drafts", "/", { headers: { cookie: "a=b; drafts=1" } }],
    ["an address with an unknown parameter", "/?x=1"],
    ["an address in another spelling", "/ABOUT"],
    ["an address nobody knows to be public", "/unknown"],
  ])("%s", async (_name, path, init) => {
    const { cache, get } = await serve(() => page("one"));
    await cache.warm("/");
    expect((await get(path, init)).status).toBe(299);
  });

  it.each<[string, () => Response]>([
    ["sets a cookie", () => page("one", "a", { "set-cookie": "a=b" })],
    ["is personal", () => page("one", "a", { "cache-control": "private, no-store" })],
    ["is not there", () => new Response("", { status: 404, headers: { "cache-control": PUBLIC_PAGE } })],
  ])("a page that %s", async (_name, site) => {
    const { cache, get, asked } = await serve(site);
    await cache.warm("/");
    cache.learn("https://site.example/", site());
    expect((await get("/")).status).toBe(299);
    expect([cache.size.pages, asked.length]).toEqual([0, 1]);
  });
});

describe("a page that grows old", () => {
  it("is served as it is for its time, then while it is made anew, once for everybody", async () => {
    let version = 1;
    const gate = Promise.withResolvers<void>();
    const { cache, clock, asked, text } = await serve(async () => {
      if (version > 1) await gate.promise;
      return page(`v${version}`);
    });
    await cache.warm("/");
    version = 2;
    clock.now = MINUTE - 1;
    expect([await text("/"), asked.length]).toEqual(["v1", 1]);
    clock.now = MINUTE;
    expect(await Promise.all([1, 2, 3, 4].map(() => text("/")))).toEqual(["v1", "v1", "v1", "v1"]);
    expect(asked.length).toBe(2);
    gate.resolve();
    await vi.waitFor(async () => expect(await text("/")).toBe("v2"));
    expect(asked.length).toBe(2);
  });

  it("is waited for when it is too old, once for everybody", async () => {
    let version = 1;
    const { cache, clock, asked, text } = await serve(() => page(`v${version}`));
    await cache.warm("/");
    version = 2;
    clock.now = 12 * MINUTE;
    expect(await Promise.all([1, 2, 3].map(() => text("/")))).toEqual(["v2", "v2", "v2"]);
    expect(asked.length).toBe(2);
  });

  it("is served as it last was while it cannot be made, and not tried for at every visit", async () => {
    let answer = () => page("good");
    const { cache, clock, asked, text } = await serve(() => answer());
    await cache.warm("/");
    answer = () => new Response("", { status: 503 });
    clock.now = 60 * MINUTE;
    expect([await text("/"), await text("/"), cache.failing, asked.length]).toEqual(["good", "good", 1, 2]);
    answer = () => {
      throw new Error("broken");
    };
    clock.now += 6000;
    expect([await text("/"), asked.length]).toEqual(["good", 3]);
    answer = () => page("better");
    clock.now += 6000;
    expect([await text("/"), cache.failing]).toEqual(["better", 0]);
  });

  it("is gone when it is no longer there", async () => {
    let answer = () => page("here");
    const { cache, clock, get } = await serve(() => answer());
    await cache.warm("/");
    answer = () => new Response("", { status: 404 });
    clock.now = 60 * MINUTE;
    expect((await get("/")).status).toBe(299);
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });
});

describe("a purge", () => {
  it("is seen by the very next visitor, and touches no other page", async () => {
    let version = 1;
    const site: Site = ({ url }) => page(`v${version}`, url.endsWith("/a") ? "doc:a type:post" : "doc:b");
    const { cache, asked, text } = await serve(site);
    await Promise.all(["/a", "/b"].map((path) => cache.warm(path)));
    version = 2;
    cache.purge(["type:post"]);
    expect([await text("/a"), await text("/b")]).toEqual(["v2", "v1"]);
    expect(asked.length).toBe(3);
    expect(asked[2]?.headers.get("cache-control")).toBe("no-cache");
  });

  it("makes pages anew that nobody asks for", async () => {
    const { cache, asked } = await serve(() => page("x"));
    await cache.warm("/");
    cache.purge(["doc:page"]);
    await vi.waitFor(() => expect(asked.length).toBe(2));
  });

  it("counts for a page that is being made", async () => {
    let version = 1;
    const gate = Promise.withResolvers<void>();
    const { cache, asked, text } = await serve(async () => {
      const read = version;
      if (read === 1) await gate.promise;
      return page(`v${read}`);
    });
    const warm = cache.warm("/");
    await vi.waitFor(() => expect(asked.length).toBe(1));
    version = 2;
    cache.purge(["doc:page"]);
    gate.resolve();
    await warm;
    expect([await text("/"), asked.length]).toEqual(["v2", 2]);
  });

  it("leaves the last good page for when nothing better can be made", async () => {
    let answer = () => page("good");
    const { cache, text } = await serve(() => answer());
    await cache.warm("/");
    answer = () => new Response("", { status: 503 });
    cache.purge(["doc:page"]);
    expect(await text("/")).toBe("good");
  });
});

describe("what is kept", () => {
  it("learns of public pages from what went by, but keeps what is made for nobody", async () => {
    const { cache, get, asked } = await serve(() => page("for all"));
    cache.learn("https://site.example/?utm_source=x", page("for one"));
    await vi.waitFor(() => expect(cache.size.pages).toBe(1));
    expect([(await get("/")).text, asked[0]?.url]).toEqual(["for all", "https://site.example/"]);
  });

  it("has variants of a page it knows, few of each", async () => {
    const { cache, text, asked } = await serve(({ url }) => page(url));
    await cache.warm("/contact");
    for (let n = 0; n < 50; n++) expect(await text(`/contact?service=${n}`)).toContain(`service=${n}`);
    expect(cache.size.pages).toBe(16);
    expect(await text("/contact?service=49")).toContain("service=49");
    expect(asked.length).toBe(51);
  });

  it("stays within its bytes, and drops what was asked for least recently", async () => {
    const { cache, get } = await serve(({ url }) => page(url), { maxBytes: 30_000 });
    for (const path of ["/a", "/b", "/c"]) await cache.warm(path);
    await get("/a");
    await cache.warm("/d");
    await cache.warm("/e");
    expect(cache.size.bytes).toBeLessThanOrEqual(30_000);
    expect(cache.size.pages).toBeLessThan(5);
    expect(cache.size.pages).toBeGreaterThan(1);
  });
});
