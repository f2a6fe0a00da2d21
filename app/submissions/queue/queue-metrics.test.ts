import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DiskJobs } from "./disk-jobs.server.ts";
import { measureQueue } from "./queue-metrics.server.ts";

let root: string;
let store: DiskJobs;
let register: Registry;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "queue-metrics-"));
  store = new DiskJobs(join(root, "queue"));
  register = new Registry();
});
afterEach(() => {
  store.close();
  rmSync(root, { recursive: true });
});

const lines = async () => (await register.metrics()).split("\n").filter((line) => /^\w/.test(line));

test("tells what waits, by topic and state, and for how long", async () => {
  const mail = (id: string) => ({ topic: "mail" as const, id, body: {} });
  await store.put([mail("a/notice/x@example.com"), mail("b/notice/x@example.com")], 10_000);
  const [, second] = await store.put(
    [mail("c/notice/x@example.com"), mail("d/notice/x@example.com")],
    40_000,
  );
  if (second) await store.change(second, { state: "dead", refusals: 3, nextAt: 0, lastError: "no" });
  measureQueue(register, store, () => 70_000);
  expect(await lines()).toEqual([
    'queue_jobs{topic="submission",state="waiting"} 0',
    'queue_jobs{topic="submission",state="dead"} 0',
    'queue_jobs{topic="mail",state="waiting"} 3',
    'queue_jobs{topic="mail",state="dead"} 1',
    'queue_oldest_seconds{topic="submission"} 0',
    'queue_oldest_seconds{topic="mail"} 60',
  ]);
});

test("what cannot be read is missing, and comes back", async () => {
  measureQueue(register, store);
  writeFileSync(join(root, "queue"), "");
  expect(await lines()).toEqual([]);
  rmSync(join(root, "queue"));
  expect(await lines()).toHaveLength(6);
});
