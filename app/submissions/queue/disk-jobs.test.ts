import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DiskJobs } from "./disk-jobs.server.ts";

let root: string;
let directory: string;
let store: DiskJobs;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "jobs-"));
  directory = join(root, "queue");
  store = new DiskJobs(directory);
});
afterEach(() => {
  store.close();
  rmSync(root, { recursive: true });
});

const note = (id: string, text = "hi") => ({ topic: "submission", id, body: { text } }) as const;

test("nobody else of the machine may look", async () => {
  await store.put([note("a")]);
  expect(statSync(directory).mode & 0o077).toBe(0);
});

describe("a disk that does not do its part", () => {
  test("is said, and the store works again afterwards", async () => {
    writeFileSync(directory, "");
    await expect(store.put([note("a")])).rejects.toThrow("EEXIST");
    rmSync(directory);
    await store.put([note("a")]);
    expect(await store.get("submission", "a")).not.toBeNull();
  });

  test("whose directory goes away under the open file loses nothing that is answered later", async () => {
    await store.put([note("a")]);
    rmSync(directory, { recursive: true });
    await store.put([note("b")]);
    expect(existsSync(join(directory, "queue.sqlite"))).toBe(true);
    const other = new DiskJobs(directory);
    expect(await other.get("submission", "b")).not.toBeNull();
    other.close();
  });

  test("that is full takes nothing more, keeps what it has, and takes again once there is room", async () => {
    const small = new DiskJobs(directory, 64 * 1024);
    const taken: string[] = [];
    const fill = async () => {
      for (let n = 0; n < 100; n++) {
        const id = `n${taken.length}`;
        await small.put([note(id, "x".repeat(4_000))]);
        taken.push(id);
      }
    };
    await expect(fill()).rejects.toThrow("database or disk is full");
    expect(taken.length).toBeGreaterThan(5);
    expect((await small.open("submission", 99)).count).toBe(taken.length);
    for (const id of taken.slice(0, 5)) await small.remove("submission", id);
    await small.put([note("again", "x".repeat(4_000))]);
    expect(await small.get("submission", "again")).not.toBeNull();
    small.close();
  });

  test.skipIf(process.getuid?.() === 0)("that is read-only", async () => {
    await store.put([note("a")]);
    store.close();
    chmodSync(join(directory, "queue.sqlite"), 0o400);
    chmodSync(directory, 0o500);
    await expect(store.put([note("b")])).rejects.toThrow("readonly");
    chmodSync(directory, 0o700);
  });

  test("that holds something else in its place", async () => {
    await store.put([note("a")]);
    store.close();
    writeFileSync(join(directory, "queue.sqlite"), "x".repeat(8192));
    rmSync(join(directory, "queue.sqlite-wal"), { force: true });
    await expect(store.put([note("b")])).rejects.toThrow("not a database");
  });
});
