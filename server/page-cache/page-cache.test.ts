import { request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { MINUTE, PADDING, page, serve } from "../../tests/support/cached-site.ts";
import { WAIT } from "../../tests/support/timeouts.ts";

describe("a public page", () => {
  it("is in memory for those who read it; a form that is sent there is work like any other", async () => {
    const { cache } = await serve(() => page("one"));
    await cache.warm("/contact");
    const has = (method: string) => cache.has({ method, url: "/contact" } as IncomingMessage);
    expect(["GET", "HEAD", "POST"].map(has)).toEqual([true, true, false]);
  });

  it("is rendered once, without anything of the visitor", async () => {
    const { cache, requests, get } = await serve(() => page("one"));
    await cache.warm("/");
    const headers = { cookie: "session=secret", "x-forwarded-host": "evil.example", "user-agent": "someone" };
    const { status, text, headers: received } = await get("/?utm_source=mail", { headers });
    expect([status, text, requests.length]).toEqual([200, "one", 1]);
    expect(requests[0]?.url).toBe("https://site.example/");
    expect([...(requests[0]?.headers.keys() ?? [])]).toEqual(["accept"]);
    expect(received.get("x-always")).toBe("here");
    expect(received.get("vary")).toBe("Accept-Encoding");
  });

  it("is sent in the preferred encoding, each with its own strong ETag", async () => {
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

  it("is a 304 for a caller that has it", async () => {
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

  it("sends the head alone for HEAD, and the whole for a range", async () => {
    const { cache, get } = await serve(() => page("one"));
    await cache.warm("/");
    const head = await get("/", { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0);
    expect(await get("/", { headers: { range: "bytes=0-1" } })).toMatchObject({ status: 200, text: "one" });
  });

  it("keeps its own headers", async () => {
    const policy = "default-src 'none'; script-src 'sha256-x'";
    const { cache, get } = await serve(() => page("one", "a", { "content-security-policy": policy }));
    await cache.warm("/");
    expect((await get("/")).headers.get("content-security-policy")).toBe(policy);
  });

  it("decompresses to the original", async () => {
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

describe("parameters that no page reads", () => {
  it("do not render a page again", async () => {
    const { requests, get } = await serve(() => page("one"));
    for (const query of ["", "?x", "?x=1&y[]=2", "?page=2"])
      expect((await get(`/about${query}`)).status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  it("are left to the site where it redirects, which passes them on", async () => {
    const { get } = await serve(() => new Response("", { status: 301, headers: { location: "/new" } }));
    expect((await get("/moved", { redirect: "manual" })).status).toBe(301);
    expect((await get("/moved?x=1", { redirect: "manual" })).status).toBe(299);
  });
});

describe("a request that bypasses the cache", () => {
  it.each<[string, string, RequestInit?]>([
    ["a POST", "/", { method: "POST" }],
    ["an editor who previews", "/", { headers: { cookie: "a=b; drafts=1" } }],
    ["another spelling of the path", "/ABOUT"],
  ])("%s", async (_name, path, init) => {
    const { cache, get } = await serve(() => page("one"));
    await cache.warm("/");
    expect((await get(path, init)).status).toBe(299);
  });

  it.each<[string, () => Response]>([
    ["sets a cookie", () => page("one", "a", { "set-cookie": "a=b" })],
    ["is personal", () => page("one", "a", { "cache-control": "private, no-store" })],
    [
      "redirects with a cookie",
      () => new Response("", { status: 302, headers: { location: "/", "set-cookie": "a=b" } }),
    ],
  ])("a page that %s", async (_name, site) => {
    const { cache, get } = await serve(site);
    expect((await get("/")).status).toBe(299);
    expect(cache.size.pages).toBe(0);
  });
});

describe("a page that is not cached", () => {
  it("takes the share of the caller who requested it first; renders of the cache itself take none", async () => {
    const { cache, clock, callers, text } = await serve(() => page("x"));
    await cache.warm("/");
    await text("/about");
    clock.now = 60 * MINUTE;
    await text("/about");
    expect(callers.map(({ clientIp, shareKey }) => [clientIp, shareKey])).toEqual([
      ["page-cache", undefined],
      ["page-cache", "203.0.113.9"],
      ["page-cache", undefined],
    ]);
  });

  it("is rendered once for everybody who waits, and that very response is cached", async () => {
    const gate = Promise.withResolvers<void>();
    let renders = 0;
    const { cache, requests, text } = await serve(async () => {
      await gate.promise;
      return page(`response ${(renders += 1)}`);
    });
    const responses = Promise.all([1, 2, 3].map(() => text("/")));
    await vi.waitFor(() => expect(requests.length).toBe(1), WAIT);
    gate.resolve();
    expect(await responses).toEqual(["response 1", "response 1", "response 1"]);
    expect([await text("/"), requests.length, cache.size.pages]).toEqual(["response 1", 1, 1]);
  });

  it.each([404, 301, 500])("a %s is sent to everybody who waits and not cached", async (status) => {
    const { cache, get, requests } = await serve(
      () => new Response("words", { status, headers: { location: "/x" } }),
    );
    const { text, headers, ...answer } = await get("/", { redirect: "manual" });
    expect([answer.status, text, headers.get("x-always")]).toEqual([status, "words", "here"]);
    expect([requests.length, cache.size.pages]).toEqual([1, 0]);
  });
});

describe("the store", () => {
  it("keeps a bounded number of variants per page, and always the one without parameters", async () => {
    const { cache, text, requests } = await serve(({ url }) => page(url));
    await cache.warm("/blog");
    for (let n = 1; n <= 50; n++) expect(await text(`/blog?page=${n}`)).toContain(`page=${n}`);
    expect(cache.size.pages).toBe(16);
    expect(await text("/blog?page=50")).toContain("page=50");
    expect(await text("/blog")).toContain("/blog");
    expect(requests.length).toBe(51);
  });

  it("stays within its bytes and drops the least recently used", async () => {
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
