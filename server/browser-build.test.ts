import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { readBrowserBuild } from "./browser-build.ts";

const directory = mkdtempSync(join(tmpdir(), "browser-build-"));
const [clientDir, dataDir] = [join(directory, "client"), join(directory, "data")];
const warn = vi.fn();
beforeEach(() => {
  warn.mockClear();
  rmSync(directory, { recursive: true });
  mkdirSync(dataDir, { recursive: true });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Builds a site with these hashed files, and starts it. Returns the paths that it serves. */
function deploy(...names: string[]): string[] {
  rmSync(clientDir, { recursive: true, force: true });
  mkdirSync(join(clientDir, "assets"), { recursive: true });
  writeFileSync(join(clientDir, "favicon.ico"), "icon");
  for (const name of names) writeFileSync(join(clientDir, "assets", name), `body of ${name}`);
  return [...readBrowserBuild({ clientDir, dataDir, log: { warn } }).keys()].sort();
}

it("serves the files of the two builds before this one", () => {
  deploy("a1.js", "same.css");
  deploy("b1.js", "b1.js.br", "same.css");
  expect(deploy("c1.js", "same.css")).toEqual([
    "/assets/a1.js",
    "/assets/b1.js",
    "/assets/c1.js",
    "/assets/same.css",
    "/favicon.ico",
  ]);
  expect(deploy("d1.js")).toEqual([
    "/assets/b1.js",
    "/assets/c1.js",
    "/assets/d1.js",
    "/assets/same.css",
    "/favicon.ico",
  ]);
  expect(readdirSync(join(dataDir, "builds"))).toHaveLength(3);
});

it("counts a build once, however often it starts", () => {
  deploy("a1.js");
  deploy("b1.js");
  for (let n = 0; n < 5; n++) deploy("c1.js");
  expect(deploy("c1.js")).toContain("/assets/a1.js");
});

it("never serves a copy that was interrupted", () => {
  mkdirSync(join(dataDir, "builds-unfinished/assets"), { recursive: true });
  writeFileSync(join(dataDir, "builds-unfinished/assets/half.js"), "hal");
  expect(deploy("a1.js")).not.toContain("/assets/half.js");
  expect(deploy("b1.js")).toEqual(["/assets/a1.js", "/assets/b1.js", "/favicon.ico"]);
});

it("serves its own files when nothing can be kept", () => {
  writeFileSync(join(dataDir, "builds"), "not a directory");
  expect(deploy("a1.js")).toEqual(["/assets/a1.js", "/favicon.ico"]);
  expect(warn).toHaveBeenCalledOnce();
});
