import { describe, expect, it, vi } from "vitest";
import { LONG, MINUTE, page, serve, type Site } from "../../tests/support/cached-site.ts";

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
    await vi.waitFor(async () => expect(await text("/")).toBe("v2"), LONG);
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

  it("is not waited for by everybody while it takes too long", async () => {
    const gate = Promise.withResolvers<Response>();
    let answer: Site = () => page("good");
    const { cache, clock, asked, text } = await serve((request) => answer(request), { patience: 50 });
    await cache.warm("/");
    answer = () => gate.promise;
    clock.now = 60 * MINUTE;
    expect([await text("/"), await text("/"), await text("/"), asked.length]).toEqual([
      "good",
      "good",
      "good",
      2,
    ]);
    gate.resolve(page("late"));
    await vi.waitFor(async () => expect(await text("/")).toBe("late"), LONG);
  });

  it("is gone when it is no longer there", async () => {
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
  it("is seen by the very next visitor, and touches no other page", async () => {
    let version = 1;
    const site: Site = ({ url }) => page(`v${version}`, url.endsWith("/a") ? "doc:a type:post" : "doc:b");
    const { cache, asked, fresh, text } = await serve(site);
    await Promise.all(["/a", "/b"].map((path) => cache.warm(path)));
    version = 2;
    cache.purge(["type:post"]);
    expect([await text("/a"), await text("/b")]).toEqual(["v2", "v1"]);
    expect(asked.length).toBe(3);
    expect(fresh).toEqual([false, false, true]);
  });

  it("makes pages anew that nobody asks for", async () => {
    const { cache, asked } = await serve(() => page("x"));
    await cache.warm("/");
    cache.purge(["doc:page"]);
    await vi.waitFor(() => expect(asked.length).toBe(2), LONG);
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
    await vi.waitFor(() => expect(asked.length).toBe(1), LONG);
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
