import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WAIT } from "../../../tests/support/timeouts.ts";
import { AppError } from "../../platform/errors.ts";
import { DiskJobs } from "./disk-jobs.server.ts";
import type { Job } from "./job.ts";
import { pauseAfter, createWorker, type WorkerTiming, type Worker } from "./worker.server.ts";

const TIMING: WorkerTiming = {
  firstPauseMs: 5,
  maxPauseMs: 20,
  maxRefusals: 3,
  maxAgeMs: Number.POSITIVE_INFINITY,
  leaseMs: 0,
};

let directory: string;
let store: DiskJobs;
let workers: Worker[];
let logged: [level: string, text: string][];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "worker-"));
  store = new DiskJobs(directory);
  workers = [];
  logged = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  store.close();
  rmSync(directory, { recursive: true });
});

const note = (level: string) => (_fields: unknown, text?: string) => void logged.push([level, text ?? ""]);
const start = (work: (job: Job) => Promise<void>, timing: Partial<WorkerTiming> = {}, jobs = store) => {
  const worker = createWorker({
    store: jobs,
    topic: "submission",
    timing: { ...TIMING, ...timing },
    work,
    finish: (job) => jobs.settle(job),
    log: { info: note("info"), error: note("error") },
  });
  workers.push(worker);
  worker.start();
  return worker;
};
const put = (...ids: string[]) => store.put(ids.map((id) => ({ topic: "submission", id, body: {} })));
const until = (reached: () => boolean | Promise<boolean>) => vi.waitUntil(reached, { ...WAIT, interval: 10 });
const left = async () => (await store.open("submission", 10)).count;

describe("a worker", () => {
  test("does what waits when it starts, and what comes later at once", async () => {
    const done: string[] = [];
    await put("a", "b");
    start(async ({ id }) => void done.push(id));
    await until(() => done.length === 2);
    await put("c");
    await until(async () => (await left()) === 0);
    expect(done).toEqual(["a", "b", "c"]);
  });

  test("tries for ever while the other side is away, and lets none stand in the way of the others", async () => {
    const done: string[] = [];
    const tried = new Map<string, number>();
    await put("a", "b", "c");
    start(async ({ id }) => {
      tried.set(id, (tried.get(id) ?? 0) + 1);
      if (id === "a" && (tried.get(id) ?? 0) < 6) throw new AppError("unavailable", "away");
      done.push(id);
    });
    await until(async () => (await left()) === 0);
    expect(done).toEqual(["b", "c", "a"]);
    expect(tried.get("a")).toBe(6);
  });

  test("leaves the other side in peace while it is away: one try a round, however many wait", async () => {
    let tries = 0;
    await put(...Array.from({ length: 50 }, (_, index) => `n${index}`));
    start(
      async () => {
        tries += 1;
        throw new AppError("unavailable", "away");
      },
      { firstPauseMs: 60_000, maxPauseMs: 60_000 },
    );
    await until(() => tries > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tries).toBe(1);
  });

  test("gives up what is refused, says so, and keeps it", async () => {
    let tries = 0;
    await put("a");
    start(async () => {
      tries += 1;
      throw new AppError("internal", "no such type");
    });
    await until(async () => (await store.get("submission", "a"))?.state === "dead");
    expect(tries).toBe(3);
    expect(await store.get("submission", "a")).toMatchObject({ attempts: 3, lastError: "no such type" });
    expect(logged).toEqual([["error", "queue: given up"]]);
  });

  test("does a job that is too early later, and all others at once", async () => {
    const done: string[] = [];
    let early = 5;
    await put("a", "b", "c");
    start(async ({ id }) => {
      if (id === "a" && early-- > 0) throw new AppError("too-many-requests", "not before tomorrow");
      done.push(id);
    });
    await until(async () => (await left()) === 0);
    expect(done).toEqual(["b", "c", "a"]);
    expect(logged).toEqual([["info", "queue: done"]]);
  });

  test("does not take an outage for a refusal", async () => {
    const failures = [
      ...Array.from({ length: 5 }, () => "unavailable" as const),
      "internal",
      "internal",
    ] as const;
    const left = [...failures];
    await put("a");
    start(async () => {
      const code = left.shift();
      if (code) throw new AppError(code, "not yet");
    });
    await until(async () => (await store.get("submission", "a")) === null);
    expect(logged).toEqual([["info", "queue: done"]]);
  });

  test("logs no address of a mail", async () => {
    const fields: unknown[] = [];
    await put("contact.1/receipt/ada@example.com");
    const worker = createWorker({
      store,
      topic: "submission",
      timing: { ...TIMING, maxRefusals: 1 },
      work: async () => {
        throw new AppError("internal", "550 <ada@example.com> unknown", {
          cause: new Error("ada@example.com"),
        });
      },
      finish: async () => {},
      log: { info: () => {}, error: (logged: unknown) => void fields.push(logged) },
    });
    workers.push(worker);
    worker.start();
    await until(() => fields.length > 0);
    expect(fields).toEqual([{ topic: "submission", id: "contact.1", attempts: 1, code: "internal" }]);
  });

  test("gives up what is too old", async () => {
    await store.put([{ topic: "submission", id: "a", body: {} }], Date.now() - 10_000);
    start(
      async () => {
        throw new AppError("unavailable", "away");
      },
      { maxAgeMs: 9_000 },
    );
    await until(() => logged.length > 0);
    expect(await store.get("submission", "a")).toMatchObject({ state: "dead", attempts: 1 });
  });

  test("with a lease has a job to itself, beside another process", async () => {
    const done: string[] = [];
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
    const other = new DiskJobs(directory);
    await put(...ids);
    const work = async ({ id }: Job) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      done.push(id);
    };
    start(work, { leaseMs: 60_000 });
    start(work, { leaseMs: 60_000 }, other);
    await until(async () => (await left()) === 0);
    await Promise.all(workers.map((worker) => worker.stop()));
    other.close();
    expect(done.toSorted()).toEqual(ids.toSorted());
  });

  test("with several hands does several at a time, each once, and takes their failing together for one outage", async () => {
    const done: string[] = [];
    let [inHand, most, tries] = [0, 0, 0];
    let away = true;
    const three = Promise.withResolvers<void>();
    await put("a", "b", "c", "d", "e", "f");
    const work = async ({ id }: Job) => {
      tries += 1;
      inHand += 1;
      most = Math.max(most, inHand);
      if (tries === 3) three.resolve();
      await three.promise;
      const isOutage = away;
      inHand -= 1;
      if (inHand === 0) away = false;
      if (isOutage) throw new AppError("unavailable", "away");
      done.push(id);
    };
    start(work, { leaseMs: 60_000, concurrency: 3, firstPauseMs: 60, maxPauseMs: 60_000 });
    await until(async () => (await left()) === 0);
    expect(done.toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect([most, tries]).toEqual([3, 9]);
  });

  test("does a job once when it cannot be finished, as while the disk is full", async () => {
    let finishes = 0;
    const full = new (class extends DiskJobs {
      override async settle(job: Job) {
        finishes += 1;
        if (finishes < 4) throw new Error("database or disk is full");
        await super.settle(job);
      }
      override async change(...args: Parameters<DiskJobs["change"]>) {
        if (finishes < 4) throw new Error("database or disk is full");
        return super.change(...args);
      }
    })(directory);
    const done: string[] = [];
    await full.put([{ topic: "submission", id: "a", body: {} }]);
    const worker = start(async ({ id }) => void done.push(id), { leaseMs: 20 }, full);
    await until(async () => {
      worker.wake();
      return (await left()) === 0;
    });
    expect([done, finishes]).toEqual([["a"], 4]);
    await worker.stop();
    full.close();
  });

  test("a free hand takes what comes while another is at work", async () => {
    const release: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => release.push(resolve));
    await put("slow");
    start(work, { leaseMs: 60_000, concurrency: 2 });
    await until(() => release.length === 1);
    await put("next");
    await until(() => release.length === 2);
    expect(await left()).toBe(2);
    for (const letGo of release) letGo();
    await until(async () => (await left()) === 0);
  });

  test("finds a job that was put while it looked for one", async () => {
    const done: string[] = [];
    const slow = new (class extends DiskJobs {
      override async lease(...args: Parameters<DiskJobs["lease"]>) {
        const lease = await super.lease(...args);
        if (!lease.job && done.length === 0 && (await left()) === 0) await put("late");
        return lease;
      }
    })(directory);
    // Another instance, whose listeners are those of this process.
    const put = (id: string) => slow.put([{ topic: "submission", id, body: {} }]);
    start(async ({ id }) => void done.push(id), {}, slow);
    await until(() => done.length === 1);
    expect(done).toEqual(["late"]);
    await Promise.all(workers.map((worker) => worker.stop()));
    slow.close();
  });

  test("pauses double up to a limit, with some chance", () => {
    const pauses = [1, 2, 3, 4, 40].map((failures) => pauseAfter(failures, TIMING));
    const least = [5, 10, 20, 20, 20];
    pauses.forEach((pause, index) => {
      expect(pause).toBeGreaterThanOrEqual(least[index] ?? 0);
      expect(pause).toBeLessThanOrEqual((least[index] ?? 0) * 1.5);
    });
  });
});
