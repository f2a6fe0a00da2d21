import { describe, expect, it } from "vitest";
import { CLIENT_ADDRESS } from "./client-address.server.ts";
import { createLimiter, createThrottle } from "./rate-limit.server.ts";

const from = (address: string) =>
  new Request("http://localhost/", { headers: { [CLIENT_ADDRESS]: address } });

describe("createThrottle, in this process", () => {
  it("lets a client have its share and no more, without touching others", async () => {
    const throttle = createThrottle({ name: "test", requests: 2, seconds: 60 }, { on: false });
    await throttle(from("192.0.2.1"));
    await throttle(from("192.0.2.1"));
    await expect(throttle(from("192.0.2.1"))).rejects.toMatchObject({
      code: "too-many-requests",
      status: 429,
    });
    await throttle(from("192.0.2.2"));
  });

  it("counts by name", async () => {
    const one = createThrottle({ name: "one", requests: 1, seconds: 60 }, { on: false });
    const two = createThrottle({ name: "two", requests: 1, seconds: 60 }, { on: false });
    await one(from("192.0.2.1"));
    await expect(two(from("192.0.2.1"))).resolves.toBeUndefined();
  });

  it("is not stopped by a Redis that does not answer", async () => {
    const redis = { on: true, url: "http://127.0.0.1:9", token: "x" } as const;
    const throttle = createThrottle({ name: "gone", requests: 1, seconds: 60 }, redis);
    await expect(throttle(from("192.0.2.1"))).resolves.toBeUndefined();
  }, 20_000);
});

describe("createLimiter", () => {
  it("says how long to wait, and forgets a key on demand", async () => {
    const limiter = createLimiter({ name: "keys", requests: 1, seconds: 60 }, { on: false });
    expect(await limiter.take("a")).toBe(0);
    expect(await limiter.take("a")).toBeGreaterThan(50);
    expect(await limiter.take("b")).toBe(0);
    await limiter.forget("a");
    expect(await limiter.take("a")).toBe(0);
  });

  it("lets nobody in while Redis is away where that was asked for", async () => {
    const redis = { on: true, url: "http://127.0.0.1:9", token: "x" } as const;
    const limiter = createLimiter({ name: "gone", requests: 1, seconds: 60 }, redis, "refuse");
    expect(await limiter.take("a")).toBeGreaterThan(0);
    await expect(limiter.forget("a")).resolves.toBeUndefined();
  }, 20_000);
});
