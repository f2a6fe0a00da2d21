import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "./run.mjs";
import { freshness, importedBy } from "./stale.mjs";

test("the Studio is stale when a text changes that it has a field of", () => {
  const files = importedBy("studio");
  expect(files).toEqual(expect.arrayContaining(["app/text-groups.ts", "app/auth/texts.ts"]));
  expect(files.filter((file) => file.includes("test") || file.startsWith("studio/"))).toEqual([]);
});

test("what was done is fresh until its inputs change, also while it was done", () => {
  const directory = mkdtempSync(join(root, ".cache", "stale-"));
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
