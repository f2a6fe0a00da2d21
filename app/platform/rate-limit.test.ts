import { startUpstashStandIn } from "stand-ins/upstash";
import { describe, expect, it } from "vitest";
import { opened } from "../../tests/support/opened.ts";
import { callerKeyOf } from "./caller-key.ts";
import { createLimiter, createThrottle } from "./rate-limit.server.ts";

const upstash = opened(startUpstashStandIn);

describe("createThrottle, in this process", () => {
  it("lets a client have its share and no more, without touching others", async () => {
    const throttle = createThrottle({ name: "test", requests: 2, seconds: 60 }, { on: false });
    await throttle("192.0.2.1");
    await throttle("192.0.2.1");
    await expect(throttle("192.0.2.1")).rejects.toMatchObject({
      code: "too-many-requests",
      status: 429,
    });
    await throttle("192.0.2.2");
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["[2001:db8:1:3::1]:4711", "2001:db8:1:3::1"],
    ["fe80::1%eth0", "fe80::1%eth1"],
    ["rubbish", "other rubbish"],
  ])("counts %s and %s together", async (one, other) => {
    const throttle = createThrottle({ name: `${one} ${other}`, requests: 1, seconds: 60 }, { on: false });
    await throttle(callerKeyOf(one));
    await expect(throttle(callerKeyOf(other))).rejects.toMatchObject({ status: 429 });
    await throttle(callerKeyOf("2001:db8:1:4::1"));
  });

  it("counts by name", async () => {
    const one = createThrottle({ name: "one", requests: 1, seconds: 60 }, { on: false });
    const two = createThrottle({ name: "two", requests: 1, seconds: 60 }, { on: false });
    await one("192.0.2.1");
    await expect(two("192.0.2.1")).resolves.toBeUndefined();
  });

  it("is not stopped by a Redis that does not answer", async () => {
    const redis = { on: true, url: "http://127.0.0.1:9", token: "x" } as const;
    const throttle = createThrottle({ name: "gone", requests: 1, seconds: 60 }, redis);
    await expect(throttle("192.0.2.1")).resolves.toBeUndefined();
  });
});

const places = {
  "this process": () => ({ on: false }) as const,
  Redis: () => ({ on: true, ...upstash }) as const,
};

describe.each(Object.entries(places))("createLimiter, in %s", (_name, place) => {
  it("says how long to wait, and forgets a key on demand", async () => {
    const limiter = createLimiter({ name: "keys", requests: 1, seconds: 3600 }, place());
    expect(await limiter.take("a")).toBe(0);
    expect(await limiter.take("a")).toBeGreaterThan(0);
    expect(await limiter.take("b")).toBe(0);
    await limiter.forget("a");
    expect(await limiter.take("a")).toBe(0);
  });
});

describe("createLimiter", () => {
  it("counts together what two machines see", async () => {
    const limit = { name: "shared", requests: 3, seconds: 60 };
    const machines = [1, 2].map(() => createLimiter(limit, { on: true, ...upstash }));
    const waits = await Promise.all([...machines, ...machines].map((machine) => machine.take("a")));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it("lets nobody in while Redis is away where that was asked for", async () => {
    const redis = { on: true, url: "http://127.0.0.1:9", token: "x" } as const;
    const limiter = createLimiter({ name: "gone", requests: 1, seconds: 60 }, redis, "refuse");
    expect(await limiter.take("a")).toBeGreaterThan(0);
    await expect(limiter.forget("a")).resolves.toBeUndefined();
  });
});
