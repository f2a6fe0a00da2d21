import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { JobStore } from "./job-store.server.ts";

let root: string;
let directory: string;
let store: JobStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "jobs-"));
  directory = join(root, "queue");
  store = new JobStore(directory);
});
afterEach(() => {
  store.close();
  rmSync(root, { recursive: true });
});

const note = (id: string, text = "hi") => ({ topic: "submission", id, body: { text } }) as const;

describe("what is put", () => {
  test("is there for another process, and nobody else of the machine may look", () => {
    store.put([note("a")], 1_000);
    const other = new JobStore(directory);
    expect(other.get("submission", "a")).toMatchObject({
      body: { text: "hi" },
      state: "waiting",
      receivedAt: 1_000,
      nextAt: 1_000,
      attempts: 0,
    });
    other.close();
    expect(statSync(directory).mode & 0o077).toBe(0);
  });

  test("a second time under its id stays as it was, and that is answered", () => {
    store.put([note("a")]);
    expect(store.put([note("a", "other"), note("b")]).map(({ body }) => body)).toEqual([
      { text: "hi" },
      { text: "hi" },
    ]);
    expect(store.get("mail", "a")).toBeNull();
  });

  test("together is put whole or not at all", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(() => store.put([note("a"), { ...note("b"), body: circle }])).toThrow("circular");
    expect(store.get("submission", "a")).toBeNull();
  });
});

describe("a disk that does not do its part", () => {
  test("is said, and the store works again afterwards", () => {
    writeFileSync(directory, "");
    expect(() => store.put([note("a")])).toThrow("EEXIST");
    rmSync(directory);
    store.put([note("a")]);
    expect(store.get("submission", "a")).not.toBeNull();
  });

  test("whose directory goes away under the open file loses nothing that is answered later", () => {
    store.put([note("a")]);
    rmSync(directory, { recursive: true });
    store.put([note("b")]);
    expect(existsSync(join(directory, "queue.sqlite"))).toBe(true);
    const other = new JobStore(directory);
    expect(other.get("submission", "b")).not.toBeNull();
    other.close();
  });

  test("that is full takes nothing more, keeps what it has, and takes again once there is room", () => {
    const small = new JobStore(directory, 64 * 1024);
    const taken: string[] = [];
    const fill = () => {
      for (let n = 0; n < 100; n++) {
        const id = `n${taken.length}`;
        small.put([note(id, "x".repeat(4_000))]);
        taken.push(id);
      }
    };
    expect(fill).toThrow("database or disk is full");
    expect(taken.length).toBeGreaterThan(5);
    expect(small.open("submission", 99).count).toBe(taken.length);
    for (const id of taken.slice(0, 5)) small.remove("submission", id);
    small.put([note("again", "x".repeat(4_000))]);
    expect(small.get("submission", "again")).not.toBeNull();
    small.close();
  });

  test.skipIf(process.getuid?.() === 0)("that is read-only", () => {
    store.put([note("a")]);
    store.close();
    chmodSync(join(directory, "queue.sqlite"), 0o400);
    chmodSync(directory, 0o500);
    expect(() => store.put([note("b")])).toThrow("readonly");
    chmodSync(directory, 0o700);
  });

  test("that holds something else in its place", () => {
    store.put([note("a")]);
    store.close();
    writeFileSync(join(directory, "queue.sqlite"), "x".repeat(8192));
    rmSync(join(directory, "queue.sqlite-wal"), { force: true });
    expect(() => store.put([note("b")])).toThrow("not a database");
  });
});

describe("a job", () => {
  test("is due by its time, and given to one who claims it first", () => {
    store.put([{ ...note("late"), delay: 500 }, note("early")], 1_000);
    const due = store.nextDue("submission", 1_499);
    expect(due?.id).toBe("early");
    expect(store.nextTime("submission")).toBe(1_000);
    expect(due && store.claim(due, 9_000)).toBe(true);
    expect(due && store.claim(due, 9_000)).toBe(false);
    expect(store.nextDue("submission", 1_499)).toBeNull();
    expect(store.nextDue("submission", 1_500)?.id).toBe("late");
    expect(store.nextDue("submission", 9_000)?.id).toBe("late");
  });

  test("that failed waits, dies, and can be revived", () => {
    const [job] = store.put([note("a")], 0);
    if (!job) throw new Error("nothing put");
    store.failed(job, { state: "waiting", refusals: 1, nextAt: 50, lastError: "away" });
    expect(store.get("submission", "a")).toMatchObject({
      attempts: 1,
      refusals: 1,
      nextAt: 50,
      lastError: "away",
    });
    store.failed(job, { state: "dead", refusals: 2, nextAt: 60, lastError: "no" });
    expect(store.nextDue("submission", 1_000)).toBeNull();
    expect(store.open("submission", 10)).toMatchObject({ count: 1, jobs: [{ id: "a", state: "dead" }] });
    store.revive("submission", 100);
    expect(store.nextDue("submission", 100)).toMatchObject({ id: "a", attempts: 0, refusals: 0 });
  });

  test("that is done keeps its name and nothing else, until it is forgotten", () => {
    const [job] = store.put([note("a")], 0);
    if (!job) throw new Error("nothing put");
    store.finish(job, 100);
    expect(store.put([note("a", "again")])[0]).toMatchObject({ state: "done", body: {} });
    expect(store.open("submission", 10).count).toBe(0);
    store.forgetDone("submission", 100);
    expect(store.get("submission", "a")).not.toBeNull();
    store.forgetDone("submission", 101);
    expect(store.get("submission", "a")).toBeNull();
  });
});

test("a job that has taken the place of another one is not touched by whoever has that in hand", () => {
  const [old] = store.put([note("a")], 1_000);
  if (!old) throw new Error("nothing put");
  store.replace(note("a", "new"), 1_000);
  store.failed(old, { state: "dead", refusals: 9, nextAt: 0, lastError: "late" });
  store.settle(old);
  expect(store.get("submission", "a")).toMatchObject({
    body: { text: "new" },
    state: "waiting",
    attempts: 0,
  });
  store.replace(note("b"), 1_000);
  expect(store.get("submission", "b")).toMatchObject({ body: { text: "hi" }, receivedAt: 1_000 });
});
