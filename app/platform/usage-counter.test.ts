import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startUpstashStandIn, type UpstashStandIn } from "stand-ins/upstash";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUsageCounter, type CountUse } from "./usage-counter.server.ts";

const SECRET = "a secret of sixteen or more";
const HOUR = 3_600_000;
const LIMIT = { name: "mails", max: 2, ttlMs: HOUR };

let directory: string;
let standIn: UpstashStandIn;
beforeAll(async () => void (standIn = await startUpstashStandIn()));
afterAll(() => standIn.close());
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), "usage-"))));
afterEach(() => rmSync(directory, { recursive: true }));

describe.each(["database", "Redis"])("uses counted in %s", (kind) => {
  let now: number;
  let round = 0;
  const path = () => join(directory, "deeper", "usage.sqlite");
  const opened: ReturnType<typeof createUsageCounter>[] = [];
  afterEach(() => opened.splice(0).forEach((counter) => counter.close()));
  const open = (): CountUse => {
    const counter = createUsageCounter({
      redis: kind === "Redis" ? { on: true, url: standIn.url, token: standIn.token } : { on: false },
      path: path(),
      secret: SECRET,
      now: () => now,
    });
    opened.push(counter);
    return counter.count;
  };
  let key: string;
  beforeEach(() => {
    now = Date.now();
    key = `ada-${round++}@example.com`;
  });

  test("are within the limit until it is used up, each counted once, after a restart too", async () => {
    const count = open();
    expect(await count(LIMIT, key, "a")).toBe(true);
    expect(await count(LIMIT, key, "a")).toBe(true);
    expect(await count(LIMIT, key, "b")).toBe(true);
    expect(await count(LIMIT, key, "c")).toBe(false);
    const next = open();
    expect(await next(LIMIT, key, "c")).toBe(false);
    expect(await next(LIMIT, key, "b")).toBe(true);
  });

  test("of other keys and names are counted apart", async () => {
    const count = open();
    const once = { ...LIMIT, max: 1 };
    expect(await count(once, key, "a")).toBe(true);
    expect(await count(once, `other ${key}`, "b")).toBe(true);
    expect(await count({ ...once, name: "tokens" }, key, "b")).toBe(true);
    expect(await count(once, key, "b")).toBe(false);
  });

  test("expire one by one", async () => {
    const count = open();
    await count(LIMIT, key, "a");
    now += HOUR / 2;
    await count(LIMIT, key, "b");
    expect(await count(LIMIT, key, "c")).toBe(false);
    now += HOUR / 2;
    expect(await count(LIMIT, key, "c")).toBe(true);
    expect(await count(LIMIT, key, "d")).toBe(false);
  });

  test("at the same time stay within the limit", async () => {
    const count = open();
    const allowed = await Promise.all(Array.from({ length: 20 }, (_, use) => count(LIMIT, key, `${use}`)));
    expect(allowed.filter(Boolean)).toHaveLength(2);
  });
});

test("the database holds only hashes, and is created again when it was moved", async () => {
  const path = join(directory, "usage.sqlite");
  const { count, close } = createUsageCounter({ redis: { on: false }, path, secret: SECRET });
  await count(LIMIT, "ada@example.com", "contact.1/confirmation/ada@example.com");
  const bytes = Buffer.concat([readFileSync(path), readFileSync(`${path}-wal`)]).toString("latin1");
  expect(bytes).not.toContain("ada");
  renameSync(path, `${path}.moved`);
  expect(await count({ ...LIMIT, max: 1 }, "ada@example.com", "another")).toBe(true);
  expect(await count({ ...LIMIT, max: 1 }, "ada@example.com", "third")).toBe(false);
  close();
});

test("a closed counter leaves no open database and keeps its counts", async () => {
  const path = join(directory, "usage.sqlite");
  const { count, close } = createUsageCounter({ redis: { on: false }, path, secret: SECRET });
  await count({ ...LIMIT, max: 1 }, "x", "a");
  close();
  // SQLite deletes these with the last connection.
  expect(readdirSync(directory)).toEqual(["usage.sqlite"]);
  expect(await count({ ...LIMIT, max: 1 }, "x", "b")).toBe(false);
  close();
});

test("an unreachable counter rejects", async () => {
  const redis = { on: true as const, url: standIn.url, token: standIn.token };
  standIn.away(true);
  await expect(
    createUsageCounter({ redis, path: "", secret: SECRET }).count(LIMIT, "x", "a"),
  ).rejects.toThrow(/fetch|socket/i);
  standIn.away(false);
  const path = join(directory, "usage.sqlite");
  mkdirSync(path);
  await expect(
    createUsageCounter({ redis: { on: false }, path, secret: SECRET }).count(LIMIT, "x", "a"),
  ).rejects.toThrow(/unable to open/);
});
