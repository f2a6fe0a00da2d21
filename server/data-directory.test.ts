import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDataDirectory } from "./data-directory.ts";

let directory: string;
let umask: number;
beforeEach(() => {
  umask = process.umask();
  directory = mkdtempSync(join(tmpdir(), "data-"));
});
afterEach(() => {
  process.umask(umask);
  rmSync(directory, { recursive: true });
});

test("the data directory is created with those above it, for its user alone, and may be there", () => {
  const dataDir = join(directory, "a/b");
  createDataDirectory(dataDir);
  createDataDirectory(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

// Node tries for ever to create a directory in one that takes none.
test.skipIf(!existsSync("/proc/self"))("where there can be no directory, the error is told at once", () => {
  expect(() => createDataDirectory("/proc/nope/data")).toThrow("ENOENT");
});
