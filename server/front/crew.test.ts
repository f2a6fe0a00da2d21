import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { noCounters, type Counters } from "./counters.ts";
import { Crew } from "./crew.ts";

/** Says hello and confirms what it is told, but for purges of `ignored`; tells what it has counted. */
const WORKER = `
process.on("message", (message) => {
  if (message.kind !== "notice" || message.notice.tags?.includes("ignored")) return;
  process.send({ kind: "confirmed", id: message.id });
});
process.send({ kind: "hello" });
process.send({ kind: "counted", counters: { hit: 2, stale: 0, miss: 0, passedOn: 1, held: 0, givenUp: 0 } });
`;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "crew-"));
  writeFileSync(join(directory, "worker.mjs"), WORKER);
});
afterAll(() => rmSync(directory, { recursive: true }));

const running: ChildProcess[] = [];
afterEach(() => {
  for (const worker of running.splice(0)) worker.kill("SIGKILL");
});

async function startCrew(count: number) {
  let counted: { counters: Counters; workers: number } = { counters: noCounters(), workers: 0 };
  const crew = new Crew({
    stateNow: () => ({ kind: "core", state: "up" }),
    joined() {},
    counted: (counters, workers) => (counted = { counters, workers }),
    patience: 200,
  });
  for (let n = 0; n < count; n++) {
    const worker = fork(join(directory, "worker.mjs"));
    running.push(worker);
    crew.add(worker);
  }
  await vi.waitFor(() => expect(counted.counters.hit).toBe(2 * count), 10_000);
  return { crew, counted: () => counted };
}

it("is done with a notice when everybody has confirmed it", async () => {
  const { crew } = await startCrew(2);
  await crew.notify({ kind: "purge", tags: ["a"] });
  expect(running.map(({ signalCode }) => signalCode)).toEqual([null, null]);
});

it("ends who does not confirm, and is done then", async () => {
  const { crew, counted } = await startCrew(2);
  await crew.notify({ kind: "purge", tags: ["ignored"] });
  expect(running.map(({ signalCode }) => signalCode)).toEqual(["SIGKILL", "SIGKILL"]);
  expect(counted().workers).toBe(0);
  await expect(crew.notify({ kind: "purge", tags: ["a"] })).resolves.toBeUndefined();
});

it("waits for nobody who is gone, and still knows what he has done", async () => {
  const { crew, counted } = await startCrew(2);
  const [first] = running;
  const notified = crew.notify({ kind: "purge", tags: ["a"] });
  first?.kill("SIGKILL");
  if (first) await once(first, "exit");
  await notified;
  await vi.waitFor(
    () => expect(counted()).toMatchObject({ workers: 1, counters: { hit: 4, passedOn: 2 } }),
    15_000,
  );
});
