import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startUpstashDouble, type UpstashDouble } from "./upstash.ts";

let double: UpstashDouble;
let redis: Redis;
beforeAll(async () => {
  double = await startUpstashDouble();
  redis = new Redis({ url: double.url, token: double.token, enableTelemetry: false });
});
afterAll(() => double.close());

describe("the double of Upstash Redis, driven by the real library", () => {
  it("keeps streams in order and within their bounds", async () => {
    const trim = { type: "MAXLEN", threshold: 2, comparison: "=" } as const;
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push(await redis.xadd("s", "*", { n, text: "é" }, { trim }));
    const all = await redis.xrange<{ n: number; text: string }>("s", "-", "+");
    expect(Object.keys(all)).toEqual(ids.slice(1));
    expect(Object.values(all)).toEqual([
      { n: 2, text: "é" },
      { n: 3, text: "é" },
    ]);
    expect(Object.keys(await redis.xrange("s", `(${ids[1]}`, "+"))).toEqual(ids.slice(2));
    expect(Object.keys(await redis.xrevrange("s", "+", "-", 1))).toEqual(ids.slice(2));
    expect(await redis.xrange("nothing", "-", "+")).toEqual({});
  });

  it("keeps texts and sets until their end", async () => {
    await redis.set("text", { a: "é" }, { pxat: Date.now() + 60_000 });
    expect(await redis.get("text")).toEqual({ a: "é" });
    expect(await redis.pttl("text")).toBeGreaterThan(50_000);
    await redis.pexpireat("text", Date.now() - 1);
    expect([await redis.get("text"), await redis.pttl("text"), await redis.pexpireat("text", 1)]).toEqual([
      null,
      -2,
      0,
    ]);
    expect(await redis.multi().sadd("set", "a", "b").sadd("set", "b", "c").exec()).toEqual([2, 1]);
    expect(await redis.smembers("set")).toEqual(["a", "b", "c"]);
    expect(await redis.del("set", "text", "nothing")).toBe(1);
    expect(await redis.smembers("set")).toEqual([]);
  });

  it("refuses a wrong token and what it does not know", async () => {
    const stranger = new Redis({ url: double.url, token: "another", enableTelemetry: false });
    await expect(stranger.xrange("s", "-", "+")).rejects.toThrow("Unauthorized");
    await expect(redis.incr("x")).rejects.toThrow("does not know");
  });
});
