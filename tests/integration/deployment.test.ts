import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyFilledLake } from "../support/filled-lake.ts";
import { startSite, type RunningSite } from "../support/site.ts";

// A page of the previous build that is open while the next one is deployed.

const dataDir = mkdtempSync(join(tmpdir(), "deployment-"));
const earlier = join(dataDir, "builds/0123456789abcdef/assets");
let site: RunningSite;
beforeAll(async () => {
  await copyFilledLake(join(dataDir, "lake"));
  mkdirSync(earlier, { recursive: true });
  writeFileSync(join(earlier, "home-Earlier1.js"), "export {};");
  site = await startSite({ dataDir });
});
afterAll(async () => {
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it("still gets its scripts, for ever, and with the headers of every file", async () => {
  const response = await fetch(`${site.origin}/assets/home-Earlier1.js`);
  expect([response.status, await response.text()]).toEqual([200, "export {};"]);
  const { headers } = response;
  expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("cache-control")).toContain("immutable");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

it("finds no script of a build that was never here", async () => {
  const response = await fetch(`${site.origin}/assets/home-Unknown1.js`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
});

it("will find the scripts of this build after the next deployment", async () => {
  const html = await (await fetch(site.origin)).text();
  const script = /\/assets\/(?<name>[\w-]+\.js)/.exec(html)?.groups?.["name"];
  const kept = readdirSync(join(dataDir, "builds"), { recursive: true, encoding: "utf8" });
  expect(kept.some((path) => path.endsWith(`/assets/${script}`))).toBe(true);
});

it("serves what is in public/ as it is, for an hour", async () => {
  const response = await fetch(`${site.origin}/licenses/fonts.txt`);
  expect(await response.text()).toContain("SIL Open Font License");
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
});
