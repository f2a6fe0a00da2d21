import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "./run.mjs";
import { freshness, hashOf } from "./stale.mjs";

/** Makes a directory in the project, to which inputs are relative. */
function scratch(): string {
  mkdirSync(join(root, ".cache"), { recursive: true });
  return mkdtempSync(join(root, ".cache", "stale-"));
}

test("what was done is fresh until its inputs change, also while it was done", () => {
  const directory = scratch();
  const stamp = relative(join(root, ".cache"), join(directory, "stamp"));
  const inputs = [relative(root, join(directory, "input.txt"))];
  const write = (text: string) => writeFileSync(join(directory, "input.txt"), text);
  write("one");
  const before = freshness(stamp, { inputs });
  expect(before.isFresh).toBe(false);
  before.mark();
  expect(freshness(stamp, { inputs }).isFresh).toBe(true);
  write("two");
  const changed = freshness(stamp, { inputs });
  expect(changed.isFresh).toBe(false);
  write("three");
  changed.mark();
  expect(freshness(stamp, { inputs }).isFresh).toBe(false);
  rmSync(directory, { recursive: true });
});

test("generated types make nothing stale, in a folder or named by themselves", () => {
  const directory = scratch();
  const types = join(directory, "sanity.types.ts");
  const inputs = [directory, types].map((path) => relative(root, path));
  const before = hashOf(inputs);
  writeFileSync(types, "export type A = 1;");
  expect(hashOf(inputs)).toBe(before);
  rmSync(directory, { recursive: true });
});
