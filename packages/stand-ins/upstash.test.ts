import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startUpstashStandIn, type UpstashStandIn } from "./upstash.ts";

let standIn: UpstashStandIn;
let redis: Redis;
beforeAll(async () => {
  standIn = await startUpstashStandIn();
  redis = new Redis({ url: standIn.url, token: standIn.token, enableTelemetry: false });
});
afterAll(() => standIn.close());

const post = (path: string, body: string, token = standIn.token) =>
  fetch(standIn.url + path, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });

describe("Upstash's REST API over a real Redis, driven by the real library", () => {
  it("answers each kind of value as the library sends and reads it", async () => {
    expect(await redis.set("text", { a: "é", n: 1 }, { pxat: Date.now() + 60_000 })).toBe("OK");
    expect(await redis.get("text")).toEqual({ a: "é", n: 1 });
    expect(await redis.get("nothing")).toBeNull();
    expect(await redis.pttl("text")).toBeGreaterThan(50_000);
    expect(await redis.incr("count")).toBe(1);
    expect(await redis.hset("hash", { a: 1, b: "OK" })).toBe(2);
    expect(await redis.hgetall("hash")).toEqual({ a: 1, b: "OK" });
    await redis.xadd("stream", "*", { n: 1 });
    expect(Object.values(await redis.xrange("stream", "-", "+"))).toEqual([{ n: 1 }]);
  });

  it("answers a pipeline one by one", async () => {
    const answers = redis.pipeline().set("p", "1").hget("p", "x").get("p").exec({ keepErrors: true });
    expect(await answers).toMatchObject([
      { result: "OK" },
      { error: expect.stringContaining("WRONGTYPE") },
      { result: 1 },
    ]);
  });

  it("does a transaction whole, with nothing of others in between", async () => {
    const both = () => redis.multi().incr("twins").incr("twins").exec<[number, number]>();
    const pairs = await Promise.all(Array.from({ length: 20 }, both));
    expect(pairs.every(([first, second]) => second === first + 1)).toBe(true);
    const body = JSON.stringify([["SET", "half", "1"], ["NOSUCH"]]);
    const broken = await post("/multi-exec", body);
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { error: expect.stringContaining("EXECABORT") },
    ]);
    expect(await redis.get("half")).toBeNull();
  });

  it("runs the scripts of the real rate limiter", async () => {
    const limiter = new Ratelimit({ redis, limiter: Ratelimit.slidingWindow(2, "60 s") });
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push((await limiter.limit("ada")).success);
    expect(answers).toEqual([true, true, false]);
    await limiter.resetUsedTokens("ada");
    expect((await limiter.limit("ada")).success).toBe(true);
  });

  it("refuses a wrong token, a wrong command and what is none, in the service's words", async () => {
    const stranger = new Redis({ url: standIn.url, token: "another", enableTelemetry: false });
    await expect(stranger.get("text")).rejects.toThrow("Unauthorized");
    await expect(redis.exec(["NOSUCH"])).rejects.toThrow("unknown command");
    for (const path of ["/", "/pipeline", "/multi-exec"])
      for (const body of ["no json", "{}"]) expect((await post(path, body)).status).toBe(400);
    expect((await post("/keys", "[]")).status).toBe(404);
  });

  it("knows nothing of another stand-in's", async () => {
    const other = await startUpstashStandIn();
    const elsewhere = new Redis({ url: other.url, token: other.token, enableTelemetry: false });
    await redis.set("mine", 1);
    expect(await elsewhere.get("mine")).toBeNull();
    await other.close();
  });
});
