import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "@upstash/redis";
import { startUpstashStandIn } from "stand-ins/upstash";
import { beforeEach, describe, expect, test } from "vitest";
import { opened } from "../../../tests/support/opened.ts";
import { DiskJobs } from "./disk-jobs.server.ts";
import type { JobStore } from "./job-store.ts";
import type { Job } from "./job.ts";
import { RedisJobs } from "./redis-jobs.server.ts";
import { SharedJobs } from "./shared-jobs.server.ts";

// What every queue promises; the same cases for each place.

const upstash = opened(startUpstashStandIn);
let root: string;
let stores: JobStore[];
let directory: string;
beforeEach(async () => {
  await new Redis({ url: upstash.url, token: upstash.token, enableTelemetry: false }).flushall();
  root = mkdtempSync(join(tmpdir(), "jobs-"));
  directory = join(root, "queue");
  stores = [];
  return () => {
    for (const store of stores) store.close();
    rmSync(root, { recursive: true });
  };
});

const MAX_BYTES = 64 * 1024;
const silent = { warn: () => {} };
const redisJobs = (maxBytes?: number) =>
  new RedisJobs({ url: upstash.url, token: upstash.token, ...(maxBytes ? { maxBytes } : {}) });
const PLACES: Record<string, (maxBytes?: number) => JobStore> = {
  "on the disk": (maxBytes) => new DiskJobs(directory, maxBytes),
  "in Redis": (maxBytes) => redisJobs(maxBytes),
  "in Redis with a disk": (maxBytes) =>
    new SharedJobs(redisJobs(maxBytes), new DiskJobs(directory, maxBytes), silent),
};
const tracked = (store: JobStore): JobStore => {
  stores.push(store);
  return store;
};

const note = (id: string, text = "hi") => ({ topic: "submission", id, body: { text } }) as const;
const mail = (id: string) => ({ topic: "mail", id, body: { to: "Ada@Example.com" } }) as const;
const LEASE = 1_000;
async function leased(store: JobStore, now: number, leaseMs = LEASE): Promise<Job> {
  const { job } = await store.lease("submission", leaseMs, now);
  if (!job) throw new Error("Nothing was due.");
  return job;
}

describe.each(Object.entries(PLACES))("jobs %s", (_place, open) => {
  let store: JobStore;
  beforeEach(() => {
    store = tracked(open());
  });

  test("are there for another process", async () => {
    await store.put([note("a", 'é "quoted" \u2028')], 1_000);
    expect(await tracked(open()).get("submission", "a")).toMatchObject({
      body: { text: 'é "quoted" \u2028' },
      state: "waiting",
      receivedAt: 1_000,
      nextAt: 1_000,
      attempts: 0,
    });
  });

  test("keep empty lists, large numbers and what they are told under the same id", async () => {
    const body = { none: [], empty: {}, number: 12_345_678_901_234, cents: 0.5, nothing: null };
    await store.put([{ topic: "mail", id: "a", body }]);
    expect((await store.get("mail", "a"))?.body).toEqual(body);
    await store.put([note("a")]);
    const kept = await store.put([note("a", "other"), note("b")]);
    expect(kept.map((job) => job.body)).toEqual([{ text: "hi" }, { text: "hi" }]);
    expect(await store.get("submission", "none")).toBeNull();
  });

  test("are put whole or not at all", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    await expect(store.put([note("a"), { ...note("b"), body: circle }])).rejects.toThrow("circular");
    expect(await store.get("submission", "a")).toBeNull();
  });

  test("are due by their time, and leased to one process", async () => {
    await store.put([{ ...note("late"), delay: 500 }, note("early")], 1_000);
    const other = tracked(open());
    expect((await leased(store, 1_499, 9_000)).id).toBe("early");
    expect(await other.lease("submission", LEASE, 1_499)).toEqual({ job: null, nextAt: 1_500 });
    expect((await leased(other, 1_500, 9_000)).id).toBe("late");
    expect(await store.lease("submission", LEASE, 1_600)).toEqual({ job: null, nextAt: 10_499 });
    expect(await store.lease("mail", LEASE, 1_600)).toEqual({ job: null, nextAt: null });
    expect((await leased(store, 10_499)).id).toBe("early");
  });

  test("of a process that died go to another; one that only stalled changes nothing any more", async () => {
    await store.put([note("a")], 0);
    const stalled = await leased(store, 0);
    const other = tracked(open());
    const taken = await leased(other, LEASE);
    expect(await store.change(stalled, { nextAt: 2 * LEASE })).toBeNull();
    await store.change(stalled, { state: "dead", refusals: 9, nextAt: 0, lastError: "late" });
    expect(await store.get("submission", "a")).toMatchObject({ state: "waiting", attempts: 0 });
    const renewed = await other.change(taken, { nextAt: 2_500 });
    expect(renewed).toMatchObject({ id: "a", nextAt: 2_500 });
    expect(await store.lease("submission", LEASE, 2_400)).toEqual({ job: null, nextAt: 2_500 });
    if (renewed) await other.finish(renewed, 0, 2_000);
    await store.change(stalled, { state: "waiting", refusals: 0, nextAt: 0, lastError: "late" });
    expect(await store.get("submission", "a")).toMatchObject({ state: "done", attempts: 1 });
  });

  test("that fail wait, die, and can be revived", async () => {
    await store.put([note("a")], 0);
    const failure = { state: "waiting", refusals: 1, nextAt: 50, lastError: "away" } as const;
    await store.change(await leased(store, 0), { ...failure, attempts: 1 });
    expect(await store.get("submission", "a")).toMatchObject({ attempts: 1, ...failure });
    // A message that was cut inside an emoji.
    const death = { ...failure, state: "dead", refusals: 2, lastError: "away \uD83D" } as const;
    await store.change(await leased(store, 50), death);
    expect(await store.get("submission", "a")).toMatchObject({ state: "dead", lastError: "away \uFFFD" });
    expect(await store.lease("submission", LEASE, 9_000)).toEqual({ job: null, nextAt: null });
    expect(await store.open("submission", 10)).toMatchObject({
      count: 1,
      jobs: [{ id: "a", state: "dead" }],
    });
    await store.revive("submission", 100);
    expect(await leased(store, 100)).toMatchObject({ id: "a", attempts: 0, refusals: 0 });
  });

  test("that are done keep their id and nothing else, until they are forgotten", async () => {
    const [job, other] = await store.put([note("a"), note("b")], 0);
    if (!job || !other) throw new Error("nothing put");
    await store.finish(job, 0, 100);
    expect((await store.put([note("a", "again")]))[0]).toMatchObject({ state: "done", body: {} });
    expect((await store.open("submission", 10)).count).toBe(1);
    await store.finish(other, 100, 200);
    expect(await store.get("submission", "a")).not.toBeNull();
    await store.finish(other, 101, 200);
    expect(await store.get("submission", "a")).toBeNull();
    expect(await store.get("submission", "b")).toMatchObject({ state: "done" });
  });

  test("that were replaced are not touched by a process that has the old one", async () => {
    await store.put([note("a")], 1_000);
    const old = await leased(store, 1_000);
    await store.replace(note("a", "new"), 1_000);
    await store.change(old, { state: "dead", refusals: 9, nextAt: 0, lastError: "late" });
    await store.settle(old);
    const replaced = { body: { text: "new" }, state: "waiting", attempts: 0 };
    expect(await store.get("submission", "a")).toMatchObject(replaced);
    await store.replace({ ...note("b"), delay: 5 }, 1_000);
    const added = await store.get("submission", "b");
    expect(added).toMatchObject({ body: { text: "hi" }, receivedAt: 1_000, nextAt: 1_005 });
    if (added) await store.settle(added);
    expect(await store.get("submission", "b")).toBeNull();
  });

  test("are removed by id and by what the id begins with", async () => {
    await store.put([mail("c.1/receipt/a@b.c"), mail("c.1/notice/a@b.c"), mail("c.11/notice/a@b.c")]);
    await store.put([note("c.1/")]);
    const [first] = await store.put([mail("c.1/receipt/a@b.c")]);
    if (first) await store.finish(first);
    await store.removeAll("mail", "c.1/");
    expect((await store.open("mail", 10)).jobs.map(({ id }) => id)).toEqual(["c.11/notice/a@b.c"]);
    expect(await store.get("mail", "c.1/receipt/a@b.c")).toBeNull();
    await store.remove("mail", "c.11/notice/a@b.c");
    await store.remove("mail", "nothing");
    expect(await store.figures()).toMatchObject([{ topic: "submission", count: 1 }]);
  });

  test("are listed from the oldest, counted, and found by a text", async () => {
    await store.put([note("b")], 20);
    await store.put([note("a", "Say ADA@example.com")], 10);
    await store.put([mail("m"), mail("ada@example.com")], 30);
    await store.put([note("c")], 40);
    const dead = { state: "dead", refusals: 9, nextAt: 0, lastError: "no" } as const;
    await store.change(await leased(store, 15), dead);
    const { count, jobs } = await store.open("submission", 2);
    expect([count, jobs.map(({ id }) => id)]).toEqual([3, ["a", "b"]]);
    expect(await store.open("submission", 0)).toEqual({ count: 3, jobs: [] });
    const figures = await store.figures();
    expect(figures.toSorted((one, two) => one.oldest - two.oldest)).toEqual([
      { topic: "submission", state: "dead", count: 1, oldest: 10 },
      { topic: "submission", state: "waiting", count: 2, oldest: 20 },
      { topic: "mail", state: "waiting", count: 2, oldest: 30 },
    ]);
    const found = await store.about("ada@EXAMPLE.com");
    expect(found.map(({ id }) => id).toSorted()).toEqual(["a", "ada@example.com", "m"]);
  });

  test("are refused when there are too many, and taken again once there is room", async () => {
    const small = tracked(open(MAX_BYTES));
    const taken: string[] = [];
    const fill = async () => {
      for (let n = 0; n < 100; n++) {
        await small.put([note(`n${taken.length}`, "x".repeat(4_000))]);
        taken.push(`n${taken.length}`);
      }
    };
    await expect(fill()).rejects.toThrow("full");
    expect(taken.length).toBeGreaterThan(5);
    expect((await small.open("submission", 99)).count).toBe(taken.length);
    expect((await small.put([note("n0")]))[0]?.body).toEqual({ text: "x".repeat(4_000) });
    for (const id of taken.slice(0, 5)) {
      const job = await small.get("submission", id);
      if (job) await small.finish(job);
    }
    await small.put([note("again", "x".repeat(4_000))]);
    expect(await small.get("submission", "again")).not.toBeNull();
  });

  test("tell this process of new ones", async () => {
    const kinds: string[] = [];
    store.onPut("mail", () => kinds.push("mail"));
    store.onPut("submission", () => kinds.push("submission"));
    await store.put([note("a"), mail("b"), mail("c")]);
    await store.replace(note("a"));
    expect(kinds).toEqual(["submission", "mail", "submission"]);
  });
});
