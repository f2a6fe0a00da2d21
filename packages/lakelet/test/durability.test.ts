import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLake, LakeDirectoryError } from "../src/index.ts";
import { runLakeCommand, startLakeProcess } from "./lake-process.ts";
import type { LakeProcess } from "./lake-process.ts";
import { newDirectory, startLake } from "./start-lake.ts";
import type { StartedLake } from "./start-lake.ts";

let directory: string;
let running: LakeProcess | undefined;

beforeEach(() => {
  directory = newDirectory();
});

afterEach(async () => {
  await running?.kill();
  running = undefined;
  rmSync(directory, { recursive: true, force: true });
});

const start = async (): Promise<LakeProcess> => (running = await startLakeProcess(directory));

const WRITERS = 6;
const PADDING = "x".repeat(2000);

/** Writes pairs of documents until the lake is gone. Returns the acknowledged ones. */
async function writeUntilGone(
  { client }: LakeProcess,
  round: number,
  writer: number,
  mine: (n: number) => void,
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let n = 0; ; n += 1) {
    const name = `${round}-${writer}-${n}`;
    const content = { _type: "entry", name, padding: PADDING };
    try {
      await client
        .transaction()
        .create({ _id: `left.${name}`, ...content })
        .create({ _id: `right.${name}`, ...content })
        .patch(`counter-${writer}`, (patch) => patch.inc({ n: 1 }))
        .commit({ returnDocuments: false });
    } catch {
      return acknowledged;
    }
    acknowledged.push(name);
    mine(acknowledged.length);
  }
}

test("kill -9 under load loses nothing acknowledged and leaves nothing half done", async () => {
  const acknowledged = new Set<string>();
  const counted = Array.from({ length: WRITERS }, () => 0);
  for (let round = 0; round < 3; round += 1) {
    const lake = await start();
    for (let writer = 0; writer < WRITERS; writer += 1)
      await lake.client.createIfNotExists({ _id: `counter-${writer}`, _type: "counter", n: 0 });
    const enough = Promise.withResolvers<void>();
    let total = 0;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilGone(lake, round, writer, () => {
        total += 1;
        if (total === 60) enough.resolve();
      }),
    );
    await enough.promise;
    await lake.kill();
    for (const [writer, names] of (await Promise.all(writers)).entries()) {
      counted[writer] = (counted[writer] ?? 0) + names.length;
      for (const name of names) acknowledged.add(name);
    }
  }
  const { client } = await start();
  const found = await client.fetch<Array<{ _id: string; name: string; whole: boolean }>>(
    `*[_type == "entry"]{_id, name, "whole": length(padding) == ${PADDING.length}}`,
  );
  const left = new Set(found.filter(({ _id }) => _id.startsWith("left.")).map(({ name }) => name));
  const right = new Set(found.filter(({ _id }) => _id.startsWith("right.")).map(({ name }) => name));
  expect(found.every(({ whole }) => whole)).toBe(true);
  expect(right, "both documents of a transaction or none").toEqual(left);
  expect(acknowledged.difference(left), "every acknowledged document").toEqual(new Set());
  // Writes that were not acknowledged before the kill may exist: at most one per writer and round.
  expect(left.size - acknowledged.size).toBeLessThanOrEqual(WRITERS * 3);
  const counters = await client.fetch<number[]>(`*[_type == "counter"] | order(_id).n`);
  for (const [writer, n] of counters.entries()) {
    const written = [...left].filter((name) => name.split("-")[1] === String(writer)).length;
    expect(n, "the counter in the same transaction").toBe(written);
    expect(n).toBeGreaterThanOrEqual(counted[writer] ?? 0);
  }
});

test("a second process on the same directory is refused, in plain words, and harms nothing", async () => {
  const { client } = await start();
  const { code, errors } = await runLakeCommand(["--data", directory, "--port", "0"], directory);
  expect(code).toBe(1);
  expect(errors).toContain(`The content lake in ${directory} is in use by another process.`);
  expect(errors).not.toMatch(/\bat .*\(/);
  await expect(createLake({ directory, publicUrl: "http://localhost" })).rejects.toThrow(LakeDirectoryError);
  await client.create({ _id: "still", _type: "note" });
  expect(await client.getDocument("still")).toMatchObject({ _id: "still" });
});

test("a second lake in the same process is refused too, and the directory is free after close", async () => {
  const options = { directory, publicUrl: "http://localhost" };
  const first = await createLake(options);
  await expect(createLake(options)).rejects.toThrow("in use by another process");
  await first.close();
  await first.close();
  await (await createLake(options)).close();
});

test("SIGTERM ends it cleanly, streams and all", async () => {
  const { child, url } = await start();
  const stream = await fetch(`${url}/v1/data/listen/production?query=*`);
  child.kill("SIGTERM");
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code).toBe(0);
  await stream.text();
});

test("everything is there after a restart, in the same order, with the same tokens and later times", async () => {
  const first = await startLake({ directory });
  for (const _id of ["c", "a", "drafts.b"]) await first.writer.create({ _id, _type: "note", at: _id });
  await first.writer.patch("c").set({ at: "changed" }).commit();
  const before = await first.writer.fetch("*");
  await first.stop();
  const second = await startLake({ directory });
  expect(second.lake.tokens).toEqual(first.lake.tokens);
  expect(await second.writer.fetch("*")).toEqual(before);
  expect(await second.writer.fetch(`*[_type == "note"]._id`)).toEqual(["a", "c", "drafts.b"]);
  const { _updatedAt } = await second.writer.create({ _type: "note" });
  const times = before.map((document: { _updatedAt: string }) => document._updatedAt);
  expect(times.every((time: string) => time < _updatedAt)).toBe(true);
  await second.stop();
});

test("tokens and documents are the owner's alone", async () => {
  const { stop } = await startLake({ directory });
  for (const file of ["tokens.json", "lake.db", "lake.db-wal"])
    expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
  await stop();
});

test.each([
  [99, "newer"],
  [4, "older"],
])("a directory of version %i is left alone", async (version, which) => {
  await (await createLake({ directory, publicUrl: "http://localhost" })).close();
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(directory, "lake.db"));
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
  await expect(createLake({ directory, publicUrl: "http://localhost" })).rejects.toThrow(`${which} version`);
});

test.each(["{}", "null", "cut"])(
  "tokens that are %s are named, and the directory is not kept locked",
  async (text) => {
    writeFileSync(join(directory, "tokens.json"), text);
    const options = { directory, publicUrl: "http://localhost" };
    await expect(createLake(options)).rejects.toThrow("tokens.json does not hold");
    rmSync(join(directory, "tokens.json"));
    await (await createLake(options)).close();
  },
);

test("a clock that jumps ahead deletes no history", async () => {
  const later = (days: number) => vi.setSystemTime(Date.now() + days * 24 * 60 * 60 * 1000);
  const statesOf = async ({ url, lake }: StartedLake): Promise<number> => {
    const headers = { authorization: `Bearer ${lake.tokens.write}` };
    const response = await fetch(`${url}/v1/data/history/production/transactions/a`, { headers });
    return (await response.text()).trim().split("\n").length;
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const first = await startLake({ directory });
    await first.writer.create({ _id: "a", _type: "note" });
    await first.writer.patch("a").set({ text: "changed" }).commit();
    await first.stop();
    const warnings: string[] = [];
    later(120);
    const second = await startLake({ directory, log: (_level, message) => warnings.push(message) });
    expect(warnings).toEqual(["Old history is kept for now: the clock is 120 days ahead"]);
    expect(await statesOf(second)).toBe(2);
    await second.writer.create({ _id: "b", _type: "note" });
    await second.stop();
    later(1);
    const third = await startLake({ directory });
    expect(await statesOf(third)).toBe(1);
    await third.stop();
  } finally {
    vi.useRealTimers();
  }
});

test("a lake in memory leaves nothing behind", async () => {
  const lake = await createLake({ directory: null, publicUrl: "http://localhost" });
  const authorization = `Bearer ${lake.tokens.write}`;
  const body = JSON.stringify({ mutations: [{ create: { _id: "a", _type: "note" } }] });
  const url = "http://localhost/v1/data/mutate/production";
  const response = await lake.fetch(new Request(url, { method: "POST", headers: { authorization }, body }));
  expect(response.status).toBe(200);
  expect(lake.stats().documents).toBe(1);
  await lake.close();
  const again = await createLake({ directory: null, publicUrl: "http://localhost" });
  expect(again.stats().documents).toBe(0);
  await again.close();
});
