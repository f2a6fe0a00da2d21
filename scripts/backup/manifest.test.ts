import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyBackup, writeManifest } from "./manifest.ts";

let backup: string;

beforeEach(async () => {
  backup = mkdtempSync(join(tmpdir(), "backup-"));
  mkdirSync(join(backup, "data/queue"), { recursive: true });
  writeFileSync(join(backup, "data/queue/queue.sqlite"), "jobs");
  await writeManifest(backup, "2030-01-01T00:00:00.000Z");
});
afterEach(() => rmSync(backup, { recursive: true }));

test("a backup as it was written passes", async () => {
  expect((await verifyBackup(backup)).files).toMatchObject([{ path: "queue/queue.sqlite", bytes: 4 }]);
});

test("no link or pipe in the place of a file is restored, whatever it leads to", async () => {
  const file = join(backup, "data/queue/queue.sqlite");
  const elsewhere = join(backup, "elsewhere");
  renameSync(file, elsewhere);
  symlinkSync(elsewhere, file);
  await expect(verifyBackup(backup)).rejects.toThrow(/not a plain file/);
  rmSync(file);
  execFileSync("mkfifo", [file]);
  await expect(verifyBackup(backup)).rejects.toThrow(/not a plain file/);
});

test("a file or manifest that is missing or changed is named", async () => {
  const file = join(backup, "data/queue/queue.sqlite");
  writeFileSync(file, "jabs");
  await expect(verifyBackup(backup)).rejects.toThrow("queue/queue.sqlite has changed");
  rmSync(file);
  await expect(verifyBackup(backup)).rejects.toThrow("queue/queue.sqlite is missing");
  rmSync(join(backup, "manifest.json"));
  await expect(verifyBackup(backup)).rejects.toThrow("is not a complete backup");
});

test("a manifest with a path outside the data is damaged", async () => {
  const file = { path: "../../escaped", bytes: 0, sha256: "0".repeat(64) };
  const manifest = { version: 1, begunAt: "2030-01-01T00:00:00.000Z", files: [file] };
  writeFileSync(join(backup, "manifest.json"), JSON.stringify(manifest));
  await expect(verifyBackup(backup)).rejects.toThrow(/is damaged/);
});
