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

test("what was written is read, anything else is null", async () => {
  const cache = new DiskCache(directory, 1000);
  await cache.write("a", Buffer.from("picture"));
  expect((await cache.read("a"))?.toString()).toBe("picture");
  expect(await cache.read("b")).toBeNull();
});

test("it stays within its size; the least recently used goes first", async () => {
  const cache = new DiskCache(directory, 35);
  for (const key of ["a", "b", "c"]) await cache.write(key, Buffer.alloc(10));
  await cache.read("a");
  await cache.write("d", Buffer.alloc(10));
  expect(readdirSync(directory).sort()).toEqual(["a", "c", "d"]);
});

test("a picture larger than the whole cache is not kept", async () => {
  const cache = new DiskCache(directory, 35);
  await cache.write("big", Buffer.alloc(100));
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
  expect(await cache.read("new")).toHaveLength(15);
  await cache.write("next", Buffer.alloc(10));
  expect(readdirSync(directory).sort()).toEqual(["new", "next"]);
});

test("a file deleted by hand is null, and can be written again", async () => {
  const cache = new DiskCache(directory, 100);
  await cache.write("a", Buffer.alloc(10));
  rmSync(join(directory, "a"));
  expect(await cache.read("a")).toBeNull();
  await cache.write("a", Buffer.alloc(10));
  expect(await cache.read("a")).toHaveLength(10);
});

test("what belongs to one image can be forgotten together", async () => {
  const cache = new DiskCache(directory, 100);
  for (const key of ["a-1", "a-2", "b-1"]) await cache.write(key, Buffer.alloc(10));
  await cache.forget("a-");
  expect(readdirSync(directory)).toEqual(["b-1"]);
});
