import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DiskCache } from "./disk-cache.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "disk-cache-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function counting(bytes: number) {
  const make = async () => {
    make.calls += 1;
    return Buffer.alloc(bytes, make.calls);
  };
  make.calls = 0;
  return make;
}

test("what ten ask for at once is made once, and once for good", async () => {
  const cache = new DiskCache(directory, 1000);
  const make = counting(10);
  const all = await Promise.all(Array.from({ length: 10 }, () => cache.get("a", make)));
  expect(new Set(all.map((bytes) => bytes.toString("hex"))).size).toBe(1);
  await cache.get("a", make);
  expect(make.calls).toBe(1);
});

test("it stays within its size; the longest unused goes first", async () => {
  const cache = new DiskCache(directory, 35);
  const make = counting(10);
  for (const key of ["a", "b", "c", "a", "d"]) await cache.get(key, make);
  expect(readdirSync(directory).sort()).toEqual(["a", "c", "d"]);
});

test("what is larger than the whole cache is answered, not kept", async () => {
  const cache = new DiskCache(directory, 35);
  expect(await cache.get("big", counting(100))).toHaveLength(100);
  await cache.idle();
  expect(readdirSync(directory)).toEqual([]);
});

test("a restart keeps content and order of use, and clears what a crash left", async () => {
  for (const [name, age] of [
    ["old", 30],
    ["new", 10],
  ] as const) {
    writeFileSync(join(directory, name), Buffer.alloc(15));
    const at = Date.now() / 1000 - age;
    utimesSync(join(directory, name), at, at);
  }
  writeFileSync(join(directory, "half.tmp"), "x");
  const cache = new DiskCache(directory, 35);
  const make = counting(10);
  await cache.get("new", make);
  expect(make.calls).toBe(0);
  await cache.get("next", make);
  expect(readdirSync(directory).sort()).toEqual(["new", "next"]);
});

test("a file deleted by hand is made again", async () => {
  const cache = new DiskCache(directory, 100);
  const make = counting(10);
  await cache.get("a", make);
  rmSync(join(directory, "a"));
  await cache.get("a", make);
  expect(make.calls).toBe(2);
  expect(readdirSync(directory)).toEqual(["a"]);
});

test("a failure reaches everyone who waits and is not remembered", async () => {
  const cache = new DiskCache(directory, 100);
  const fail = () => Promise.reject(new Error("broken"));
  const both = await Promise.allSettled([cache.get("a", fail), cache.get("a", fail)]);
  expect(both.map((result) => result.status)).toEqual(["rejected", "rejected"]);
  expect(await cache.get("a", counting(3))).toHaveLength(3);
});

test("what belongs to one image can be forgotten together", async () => {
  const cache = new DiskCache(directory, 100);
  for (const key of ["a-1", "a-2", "b-1"]) await cache.get(key, counting(10));
  await cache.forget("a-");
  expect(readdirSync(directory)).toEqual(["b-1"]);
});
