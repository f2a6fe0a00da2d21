import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { MAX_DRAW_MS } from "../../app/content/load-picture.server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(`${root}SECURITY.md`, "utf8");
const threats = page.split("\n").filter((line) => line.startsWith("- **"));
const pathsIn = (text = "") =>
  [...text.matchAll(/`(?<path>[\w.-]+\/[\w./-]+\.\w+)`/g)].map(({ groups }) => groups?.["path"] ?? "");

test("SECURITY.md names files that are there", () => {
  const paths = pathsIn(page);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
});

test.each(threats)("a threat has a control and a test: %s", (threat) => {
  const [control, tests] = threat.split(" Test: ");
  expect(pathsIn(control)).not.toEqual([]);
  expect(pathsIn(tests).filter((path) => /\.(test|spec)\.tsx?$/.test(path))).not.toEqual([]);
});

test("a vector logo is drawn for as long as the page says", () => {
  expect(page).toContain(`vector logos in a process that is killed after ${MAX_DRAW_MS / 1000} s`);
});

test("the page is short enough to be read", () => {
  expect(threats.length).toBeGreaterThan(30);
  expect(page.length).toBeLessThan(20_000);
});
