import { describe, expect, it, vi } from "vitest";
import { MINUTE, page, serve, type Site } from "../../tests/support/cached-site.ts";
import { WAIT } from "../../tests/support/timeouts.ts";

describe("an aging page", () => {
  it("is served while fresh, then while it is rendered again once for everybody", async () => {
    let version = 1;
    const gate = Promise.withResolvers<void>();
    const { cache, clock, requests, text } = await serve(async () => {
      if (version > 1) await gate.promise;
      return page(`v${version}`);
    });
    await cache.warm("/");
    version = 2;
    clock.now = MINUTE - 1;
    expect([await text("/"), requests.length]).toEqual(["v1", 1]);
    clock.now = MINUTE;
    expect(await Promise.all([1, 2, 3, 4].map(() => text("/")))).toEqual(["v1", "v1", "v1", "v1"]);
    expect(requests.length).toBe(2);
    gate.resolve();
    await vi.waitFor(async () => expect(await text("/")).toBe("v2"), WAIT);
    expect(requests.length).toBe(2);
  });

  it("is rendered before the response when it is too old, once for everybody", async () => {
    let version = 1;
    const { cache, clock, requests, text } = await serve(() => page(`v${version}`));
    await cache.warm("/");
    version = 2;
    clock.now = 12 * MINUTE;
    expect(await Promise.all([1, 2, 3].map(() => text("/")))).toEqual(["v2", "v2", "v2"]);
    expect(requests.length).toBe(2);
  });

  it("is served while it cannot be rendered, with retries at intervals", async () => {
    let answer = () => page("good");
    const { cache, clock, requests, text } = await serve(() => answer());
    await cache.warm("/");
    answer = () => new Response("", { status: 503 });
    clock.now = 60 * MINUTE;
    expect([await text("/"), await text("/"), cache.failing, requests.length]).toEqual([
      "good",
      "good",
      1,
      2,
    ]);
    answer = () => {
      throw new Error("broken");
    };
    clock.now += 6000;
    expect([await text("/"), requests.length]).toEqual(["good", 3]);
    answer = () => page("better");
    clock.now += 6000;
    expect([await text("/"), cache.failing]).toEqual(["better", 0]);
  });

  it("is rendered when that is possible again, though nobody requests it", async () => {
    let answer = () => page("good");
    const { cache, clock, text } = await serve(() => answer(), { recoveryMs: 20 });
    await cache.warm("/blog?page=2");
    answer = () => new Response("", { status: 503 });
    clock.now = 60 * MINUTE;
    expect([await text("/blog?page=2"), cache.failing]).toEqual(["good", 1]);
    answer = () => page("better");
    await vi.waitFor(() => expect(cache.failing).toBe(0), WAIT);
  });

  it("that is removed counts as failing no longer", async () => {
    let answer = () => page("good");
    const { cache, clock, text } = await serve(() => answer(), { maxBytes: 10_000 });
    await cache.warm("/");
    answer = () => new Response("", { status: 503 });
    clock.now = 60 * MINUTE;
    expect([await text("/"), cache.failing]).toEqual(["good", 1]);
    answer = () => page("other");
    await text("/about");
    expect(cache.failing).toBe(0);
  });

  it("is served while a render takes too long, and only the first visitor waits", async () => {
    const gate = Promise.withResolvers<Response>();
    let answer: Site = () => page("good");
    const { cache, clock, requests, text } = await serve((request) => answer(request), {
      renderTimeoutMs: 50,
    });
    await cache.warm("/");
    answer = () => gate.promise;
    clock.now = 60 * MINUTE;
    expect([await text("/"), await text("/"), await text("/"), requests.length]).toEqual([
      "good",
      "good",
      "good",
      2,
    ]);
    gate.resolve(page("late"));
    await vi.waitFor(async () => expect(await text("/")).toBe("late"), WAIT);
  });

  it("is dropped when it is a 404", async () => {
    let answer = () => page("here");
    const { cache, clock, get } = await serve(() => answer());
    await cache.warm("/");
    answer = () => new Response("", { status: 404 });
    clock.now = 60 * MINUTE;
    expect((await get("/")).status).toBe(404);
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });
});

describe("a purge", () => {
  it("is visible to the very next visitor, and renders no other page", async () => {
    let version = 1;
    const site: Site = ({ url }) => page(`v${version}`, url.endsWith("/a") ? "doc:a type:post" : "doc:b");
    const { cache, requests, callers, text } = await serve(site);
    await Promise.all(["/a", "/b"].map((path) => cache.warm(path)));
    version = 2;
    cache.purge(["type:post"]);
    expect([await text("/a"), await text("/b")]).toEqual(["v2", "v1"]);
    expect(requests.length).toBe(3);
    expect(callers.map(({ fresh }) => fresh ?? false)).toEqual([false, false, true]);
  });

  it("renders pages again that nobody requests", async () => {
    const { cache, requests } = await serve(() => page("x"));
    await cache.warm("/");
    cache.purge(["doc:page"]);
    await vi.waitFor(() => expect(requests.length).toBe(2), WAIT);
  });

  it("applies to a page that is being rendered", async () => {
    let version = 1;
    const gate = Promise.withResolvers<void>();
    const { cache, requests, text } = await serve(async () => {
      const read = version;
      if (read === 1) await gate.promise;
      return page(`v${read}`);
    });
    const warm = cache.warm("/");
    await vi.waitFor(() => expect(requests.length).toBe(1), WAIT);
    version = 2;
    cache.purge(["doc:page"]);
    gate.resolve();
    await warm;
    expect([await text("/"), requests.length]).toEqual(["v2", 2]);
  });

  it("applies to a 404 that is being rendered", async () => {
    let isThere = false;
    const gate = Promise.withResolvers<void>();
    const { cache, requests, get } = await serve(async () => {
      const found = isThere;
      if (!found) await gate.promise;
      return found ? page("here") : new Response("", { status: 404 });
    });
    const asked = get("/");
    await vi.waitFor(() => expect(requests.length).toBe(1), WAIT);
    isThere = true;
    cache.purge(["doc:page"]);
    gate.resolve();
    expect([(await asked).status, requests.length]).toEqual([200, 2]);
  });

  it("keeps the last good page in case rendering fails", async () => {
    let answer = () => page("good");
    const { cache, text } = await serve(() => answer());
    await cache.warm("/");
    answer = () => new Response("", { status: 503 });
    cache.purge(["doc:page"]);
    expect(await text("/")).toBe("good");
  });
});
