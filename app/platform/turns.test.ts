import { Redis } from "@upstash/redis";
import { startUpstashStandIn } from "stand-ins/upstash";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { opened } from "../../tests/support/opened.ts";
import { createTurns } from "./turns.server.ts";

const HOUR_MS = 3_600_000;

const upstash = opened(startUpstashStandIn);
let redis: Redis;
let errors: unknown[];
beforeAll(async () => {
  redis = new Redis({ url: upstash.url, token: upstash.token, enableTelemetry: false });
});
beforeEach(async () => {
  errors = [];
  await redis.flushall();
  return () => upstash.away(false);
});

/** The turns of another process at each call. */
const turns = () =>
  createTurns({ on: true, url: upstash.url, token: upstash.token }, (error) => errors.push(error));

test("of several processes one runs a job, once per interval, and the others know when to ask again", async () => {
  let runs = 0;
  const run = async () => void (runs += 1);
  const waits = await Promise.all([1, 2, 3].map(() => turns().take("billing", HOUR_MS, run)));
  expect(runs).toBe(1);
  expect(Math.max(...waits)).toBe(HOUR_MS);
  expect(Math.min(...waits)).toBeGreaterThan(0);
  const later = await turns().take("billing", HOUR_MS, run);
  expect([runs, later > HOUR_MS - 60_000, later <= HOUR_MS]).toEqual([1, true, true]);
  await turns().take("retention", HOUR_MS, run);
  expect(runs).toBe(2);
});

test("a job that fails may be run by another process at once", async () => {
  const fails = async () => {
    throw new Error("not today");
  };
  await expect(turns().take("billing", HOUR_MS, fails)).rejects.toThrow("not today");
  let runs = 0;
  expect(await turns().take("billing", HOUR_MS, async () => void (runs += 1))).toBe(HOUR_MS);
  expect(runs).toBe(1);
});

test("a process that died is replaced when its turn has expired", async () => {
  await redis.set("turn:billing", "of a process that died", { px: 1_500 });
  let runs = 0;
  const run = async () => void (runs += 1);
  const waitMs = await turns().take("billing", HOUR_MS, run);
  expect([runs, waitMs <= 1_500]).toEqual([0, true]);
  await expect.poll(() => redis.exists("turn:billing"), { interval: 50 }).toBe(0);
  expect(await turns().take("billing", HOUR_MS, run)).toBe(HOUR_MS);
  expect(runs).toBe(1);
});

test("a process that stalled for longer than its turn does not touch the turn of the next one", async () => {
  const stalled = turns().take("billing", HOUR_MS, async () => {
    await redis.set("turn:billing", "the next one", { px: 20_000 });
  });
  expect(await stalled).toBe(HOUR_MS);
  expect(await redis.get("turn:billing")).toBe("the next one");
  expect(await redis.pttl("turn:billing")).toBeLessThanOrEqual(20_000);
});

test("while Redis is away, or off, every process runs everything", async () => {
  upstash.away(true);
  let runs = 0;
  const run = async () => void (runs += 1);
  expect(await turns().take("billing", HOUR_MS, run)).toBe(HOUR_MS);
  expect(errors).toHaveLength(1);
  expect(await createTurns({ on: false }, () => {}).take("billing", HOUR_MS, run)).toBe(HOUR_MS);
  expect(runs).toBe(2);
});
