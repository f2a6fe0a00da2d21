import { startUpstashStandIn } from "stand-ins/upstash";
import { afterEach, describe, expect, it, vi } from "vitest";
import { opened } from "../../tests/support/opened.ts";
import { createSlowdown, type Slowdown } from "./slowdown.server.ts";

const upstash = opened(startUpstashStandIn);

const rules: Slowdown = {
  name: "test",
  freeAttempts: 3,
  firstDelaySeconds: 60,
  maxDelaySeconds: 600,
  windowSeconds: 3600,
};

const places = {
  "this process": () => ({ on: false }) as const,
  Redis: () => ({ on: true, ...upstash }) as const,
};

describe.each(Object.entries(places))("createSlowdown, in %s", (place, config) => {
  it("lets the free attempts pass, then says how long to wait, without touching other keys", async () => {
    const { take, forget } = createSlowdown({ ...rules, name: `free ${place}` }, config());
    expect([await take("a"), await take("a"), await take("a")]).toEqual([0, 0, 0]);
    expect(await take("a")).toBeGreaterThan(50);
    expect(await take("b")).toBe(0);
    await forget("a");
    expect([await take("a"), await take("a"), await take("a")]).toEqual([0, 0, 0]);
  });

  it("lets one of many attempts at once pass when they are paced", async () => {
    const { take } = createSlowdown({ ...rules, name: `burst ${place}`, freeAttempts: 1 }, config());
    const waits = await Promise.all(Array.from({ length: 20 }, () => take("a")));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(rules.maxDelaySeconds);
  });
});

describe("createSlowdown", () => {
  afterEach(() => vi.useRealTimers());

  it("stand-ins the pause up to its bound, and attempts during a pause do not lengthen it", async () => {
    vi.useFakeTimers();
    const { take } = createSlowdown(
      { ...rules, freeAttempts: 1, maxDelaySeconds: 300, windowSeconds: 86_400 },
      { on: false },
    );
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await take("a")).toBe(0);
      const [pause] = [await take("a"), await take("a")];
      pauses.push(pause);
      await vi.advanceTimersByTimeAsync(pause * 1000);
    }
    expect(pauses).toEqual([60, 120, 240, 300, 300]);
  });

  it("counts together what two machines see", async () => {
    const machines = [1, 2].map(() =>
      createSlowdown({ ...rules, name: "machines", freeAttempts: 2 }, { on: true, ...upstash }),
    );
    for (const { take } of machines) expect(await take("a")).toBe(0);
    for (const { take } of machines) expect(await take("a")).toBeGreaterThan(50);
  });

  it("lets nobody pass while Redis is away", async () => {
    const { take, forget } = createSlowdown(rules, { on: true, url: "http://127.0.0.1:9", token: "x" });
    expect(await take("a")).toBeGreaterThan(0);
    await expect(forget("a")).resolves.toBeUndefined();
  });
});
