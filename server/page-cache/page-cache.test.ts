import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { LONG, PADDING, page, serve } from "../../tests/support/cached-site.ts";

describe("a public page", () => {
  it("is made once, and nothing that belongs to a visitor reaches the site", async () => {
    const { cache, asked, get } = await serve(() => page("one"));
    await cache.warm("/");
    const headers = { cookie: "session=secret", "x-forwarded-host": "evil.example", "user-agent": "someone" };
    const { status, text, headers: answered } = await get("/?utm_source=mail", { headers });
    expect([status, text, asked.length]).toEqual([200, "one", 1]);
    expect(asked[0]?.url).toBe("https://site.example/");
    expect([...(asked[0]?.headers.keys() ?? [])]).toEqual(["accept"]);
    expect(answered.get("x-always")).toBe("here");
    expect(answered.get("vary")).toBe("Accept-Encoding");
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
  ])("%s", async (_name, path, init) => {
    const { cache, get } = await serve(() => page("one"));
    await cache.warm("/");
    expect((await get(path, init)).status).toBe(299);
  });

  it.each<[string, () => Response]>([
    ["sets a cookie", () => page("one", "a", { "set-cookie": "a=b" })],
    ["is personal", () => page("one", "a", { "cache-control": "private, no-store" })],
    [
      "sends to somewhere else, with a cookie",
      () => new Response("", { status: 302, headers: { location: "/", "set-cookie": "a=b" } }),
    ],
  ])("a page that %s", async (_name, site) => {
    const { cache, get } = await serve(site);
    expect((await get("/")).status).toBe(299);
    expect(cache.size.pages).toBe(0);
  });
});

describe("a page that is not there yet", () => {
  it("is made once for all who ask, and that very answer is kept", async () => {
    const gate = Promise.withResolvers<void>();
    let made = 0;
    const { cache, asked, text } = await serve(async () => {
      await gate.promise;
      return page(`answer ${(made += 1)}`);
    });
    const answers = Promise.all([1, 2, 3].map(() => text("/")));
    await vi.waitFor(() => expect(asked.length).toBe(1), LONG);
    gate.resolve();
    expect(await answers).toEqual(["answer 1", "answer 1", "answer 1"]);
    expect([await text("/"), asked.length, cache.size.pages]).toEqual(["answer 1", 1, 1]);
  });

  it.each([404, 301, 500])("an answer with %s is everybody's, and not kept", async (status) => {
    const { cache, get, asked } = await serve(
      () => new Response("words", { status, headers: { location: "/x" } }),
    );
    const { text, headers, ...answer } = await get("/", { redirect: "manual" });
    expect([answer.status, text, headers.get("x-always")]).toEqual([status, "words", "here"]);
    expect([asked.length, cache.size.pages]).toEqual([1, 0]);
  });
});

describe("what is kept", () => {
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
