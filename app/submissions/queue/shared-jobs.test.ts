import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "@upstash/redis";
import { startUpstashStandIn } from "stand-ins/upstash";
import { beforeEach, expect, test } from "vitest";
import { opened } from "../../../tests/support/opened.ts";
import { DiskJobs } from "./disk-jobs.server.ts";
import { RedisJobs } from "./redis-jobs.server.ts";
import { SharedJobs } from "./shared-jobs.server.ts";

const upstash = opened(startUpstashStandIn);
let disk: DiskJobs;
let redis: RedisJobs;
let store: SharedJobs;
let warnings: number;
beforeEach(async () => {
  await new Redis({ url: upstash.url, token: upstash.token, enableTelemetry: false }).flushall();
  const directory = mkdtempSync(join(tmpdir(), "jobs-"));
  disk = new DiskJobs(directory);
  redis = new RedisJobs({ url: upstash.url, token: upstash.token });
  warnings = 0;
  store = new SharedJobs(redis, disk, { warn: () => void (warnings += 1) });
  return () => {
    upstash.away(false);
    store.close();
    rmSync(directory, { recursive: true });
  };
});

const LEASE = 1_000;
const note = (id: string, text = "hi") => ({ topic: "submission", id, body: { text } }) as const;
const mail = (id: string) => ({ topic: "mail", id, body: { to: "ada@example.com" } }) as const;

test("what Redis does not take is durable on the disk, and moves once Redis is back", async () => {
  upstash.away(true);
  await store.put([note("a"), mail("b")], 1_000);
  expect(warnings).toBe(1);
  expect(await store.get("submission", "a")).toMatchObject({ isOnDisk: true });
  await expect(store.open("submission", 1)).rejects.toThrow("fetch failed");
  upstash.away(false);
  expect((await store.open("submission", 9)).count).toBe(1);
  const { job } = await store.lease("submission", LEASE);
  expect(job).toMatchObject({ id: "a", receivedAt: 1_000 });
  expect(job).not.toHaveProperty("isOnDisk");
  expect((await store.lease("mail", LEASE)).job).toMatchObject({ id: "b", receivedAt: 1_000 });
  expect(await disk.figures()).toEqual([]);
  expect((await redis.figures()).map(({ count }) => count)).toEqual([1, 1]);
});

test("while Redis is away submissions are written from the disk, and emails wait", async () => {
  upstash.away(true);
  await store.put([note("a"), mail("b")]);
  const { job } = await store.lease("submission", LEASE);
  expect(job).toMatchObject({ id: "a", isOnDisk: true });
  if (job) await store.settle(job);
  expect(await disk.get("submission", "a")).toBeNull();
  await expect(store.lease("mail", LEASE)).rejects.toThrow("fetch failed");
  expect(await disk.get("mail", "b")).toMatchObject({ lastError: "Redis does not answer." });
});

test("while Redis is away only one email is tried at a time, however many wait on the disk", async () => {
  upstash.away(true);
  await store.put([mail("a"), mail("b"), mail("c")]);
  await expect(store.lease("mail", LEASE)).rejects.toThrow("fetch failed");
  const tried = (await disk.open("mail", 9)).jobs.filter(({ attempts }) => attempts > 0);
  expect(tried.map(({ id }) => id)).toEqual(["a"]);
  upstash.away(false);
  expect((await store.lease("mail", LEASE)).job).toMatchObject({ id: "b" });
  expect((await disk.open("mail", 9)).jobs.map(({ id }) => id)).toEqual(["a"]);
});

test("an email that a machine had on its disk is not sent when another one has sent it", async () => {
  upstash.away(true);
  await store.put([mail("a")]);
  upstash.away(false);
  const [sent] = await redis.put([mail("a")]);
  if (sent) await redis.finish(sent);
  expect(await store.lease("mail", LEASE)).toEqual({ job: null, nextAt: null });
  expect(await disk.figures()).toEqual([]);
});

test("jobs that are too large for Redis are done from the disk", async () => {
  const large = { topic: "mail", id: "large", body: { text: "é".repeat(500_000) } } as const;
  await store.put([large]);
  const { job } = await store.lease("mail", LEASE);
  expect(job).toMatchObject({ id: "large", isOnDisk: true });
  if (job) await store.finish(job);
  expect((await store.put([large]))[0]).toMatchObject({ state: "done" });
  expect(await store.lease("mail", LEASE)).toEqual({ job: null, nextAt: null });
});

test("a removal that waited on the disk replaces the submission that waits in Redis", async () => {
  await store.put([note("a")]);
  upstash.away(true);
  await store.replace({ topic: "submission", id: "a", body: { type: "note", id: "a", remove: true } });
  upstash.away(false);
  const { nextAt } = await store.lease("submission", LEASE);
  expect(nextAt).toBeGreaterThan(Date.now() + LEASE);
  expect(await store.get("submission", "a")).toMatchObject({ body: { remove: true } });
});

test("what replaces a job in Redis also replaces the one on the disk", async () => {
  upstash.away(true);
  await store.put([note("a")]);
  upstash.away(false);
  await store.replace(note("a", "new"));
  expect(await disk.get("submission", "a")).toBeNull();
  expect(await store.get("submission", "a")).toMatchObject({ body: { text: "new" } });
});

test("jobs of both places are listed, counted, found, revived and removed", async () => {
  const dead = { state: "dead", refusals: 1, nextAt: 0, lastError: "no" } as const;
  for (const [place, at] of [
    [disk, 10],
    [redis, 20],
  ] as const) {
    const [job] = await place.put([note(`dead.${at}`), note(`waits.${at}`)], at);
    if (job) await place.change(job, dead);
  }
  const { count, jobs } = await store.open("submission", 3);
  expect([count, jobs.length, jobs[0]?.receivedAt]).toEqual([4, 3, 10]);
  expect(await store.figures()).toEqual([
    { topic: "submission", state: "waiting", count: 2, oldest: 10 },
    { topic: "submission", state: "dead", count: 2, oldest: 10 },
  ]);
  expect(await store.about("HI")).toHaveLength(4);
  await store.revive("submission");
  expect(await store.figures()).toMatchObject([{ state: "waiting", count: 4 }]);
  await store.removeAll("submission", "dead.");
  await store.remove("submission", "waits.10");
  await store.remove("submission", "waits.20");
  expect(await store.figures()).toEqual([]);
});
