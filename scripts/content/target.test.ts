import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serveLake } from "lakelet/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseEnv } from "../../app/platform/env.server.ts";
import { notePort } from "../../server/embedded-lake.ts";
import { writeFixture } from "../../tests/support/content-fixture.ts";
import { openTarget } from "./target.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "target-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const env = (more: Record<string, string> = {}) => parseEnv({ DATA_DIR: dataDir, ...more });

test("without a running site the directory is opened here, and given free again", async () => {
  const first = await openTarget(env(), { creates: true });
  await first.client.create({ _id: "one", _type: "thing" });
  await first.close();
  const second = await openTarget(env());
  expect(await second.client.getDocument("one")).toMatchObject({ _type: "thing" });
  await second.close();
});

test("a directory without content, which may be another than the site's, is not taken for an empty site", async () => {
  await expect(openTarget(env())).rejects.toThrow("Is DATA_DIR the site's?");
  expect(readdirSync(dataDir)).toEqual([]);
});

test("the history is kept for as long as the site keeps it", async () => {
  const opened = () => openTarget(env({ RETAIN_HISTORY_DAYS: "365" }), { creates: true });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 200 * DAY_MS });
  const old = await opened();
  await old.client.create({ _id: "old", _type: "thing", text: "kept" });
  await old.client.delete("old");
  await old.close();
  vi.useRealTimers();
  const young = await opened();
  await young.client.create({ _id: "young", _type: "thing" });
  await young.close();
  await using target = await opened();
  const url = `/data/history/${target.dataset}/documents/old?lastRevision=true`;
  expect(await target.client.request<object>({ url })).toMatchObject({
    documents: [{ _id: "old", text: "kept" }],
  });
});

test("with a running site its address is used", async () => {
  const site = await serveLake({ directory: join(dataDir, "lake") });
  const found = await openTarget(env({ PORT: new URL(site.origin).port }));
  expect(found.apiHost).toBe(site.origin);
  await found.client.create({ _id: "two", _type: "thing" });
  expect(await site.client.getDocument("two")).toBeDefined();
  await found.close();
  await site.close();
});

test("a running site is found by the port that it noted, whatever PORT says", async () => {
  const site = await serveLake({ directory: join(dataDir, "lake") });
  notePort({ dataDir }, Number(new URL(site.origin).port));
  const found = await openTarget(env({ PORT: "1" }));
  expect(found.apiHost).toBe(site.origin);
  await found.close();
  await site.close();
});

test("a directory in use, with nobody on the port, is told in plain words", async () => {
  const site = await serveLake({ directory: join(dataDir, "lake") });
  await expect(openTarget(env({ PORT: "1" }))).rejects.toThrow(
    /in use by another process.*is PORT the site's port/,
  );
  await site.close();
});

test("a configured lake or hosted project needs a token that may write", async () => {
  await expect(openTarget(env({ SANITY_PROJECT_ID: "abc123" }))).rejects.toThrow("SANITY_API_WRITE_TOKEN");
  const given = { SANITY_API_HOST: "http://127.0.0.1:9/lake", SANITY_API_WRITE_TOKEN: "t" };
  expect(await openTarget(env(given))).toMatchObject({
    apiHost: given.SANITY_API_HOST,
    dataset: "production",
  });
  const hosted = await openTarget(env({ SANITY_PROJECT_ID: "abc123", SANITY_API_WRITE_TOKEN: "t" }));
  expect(hosted.apiHost).toBeUndefined();
  expect(hosted.client.getUrl("/data")).toContain("https://abc123.api.sanity.io/");
});

test("where the lake is another machine's, the command belongs there", async () => {
  const shared = { LAKE_URL: "http://lake:3000/lake", LAKE_SITE_TOKEN: "t", SANITY_API_WRITE_TOKEN: "w" };
  await expect(openTarget(env(shared))).rejects.toThrow(
    "in the lake at http://lake:3000/lake. Run this command on the machine with that lake.",
  );
});

test("the commands import, export, and say what is wrong", async () => {
  const folder = await writeFixture();
  const command = async (name: string, ...args: string[]) => {
    const script = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
    const options = { cwd: folder, env: { ...process.env, DATA_DIR: dataDir } };
    return promisify(execFile)(process.execPath, [script, ...args], options).catch((error: unknown) => {
      const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
      return { stdout, stderr, code };
    });
  };
  expect(await command("content-import", folder)).toMatchObject({
    stdout: expect.stringContaining("5 documents imported"),
  });
  expect(await command("content-import", "no-such-file")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no-such-file"),
  });
  expect(await command("content-import")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("Usage"),
  });
  expect(await command("content-export", "out.tar.gz")).toMatchObject({
    stdout: expect.stringContaining("5 documents and 3 assets"),
  });
  expect(existsSync(join(folder, "out.tar.gz"))).toBe(true);
  rmSync(folder, { recursive: true, force: true });
});
