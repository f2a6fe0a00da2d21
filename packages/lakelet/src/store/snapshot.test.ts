import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeSnapshot } from "./snapshot.ts";

let directory: string;
let database: DatabaseSync;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "snapshot-"));
  database = new DatabaseSync(join(directory, "lake.db"));
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE note (text TEXT)");
});
afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true });
});

const notesIn = (path: string): unknown[] => {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    return copy.prepare("SELECT text FROM note").all();
  } finally {
    copy.close();
  }
};

test("waits for the transaction that it meets", async () => {
  database.exec("BEGIN IMMEDIATE; INSERT INTO note VALUES ('written'), ('twice')");
  const taken = takeSnapshot(database, directory);
  await sleep(50);
  database.exec("COMMIT");
  const { path, remove } = await taken;
  expect(notesIn(path)).toEqual([{ text: "written" }, { text: "twice" }]);
  await remove();
  expect(existsSync(path)).toBe(false);
});

test("fails at once, and leaves nothing, of a database that was closed", async () => {
  database.close();
  await expect(takeSnapshot(database, directory)).rejects.toThrow("not open");
  expect(readdirSync(join(directory, "snapshots"))).toEqual([]);
  database = new DatabaseSync(":memory:");
});
