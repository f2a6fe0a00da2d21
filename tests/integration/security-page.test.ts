import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(`${root}SECURITY.md`, "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (-|Threat )/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\| | \|$/g, "").trim()));
const pathsIn = (text = "") =>
  [...text.matchAll(/`(?<path>[\w.-]+\/[\w./-]+\.\w+)`/g)].map(({ groups }) => groups?.["path"] ?? "");

test("SECURITY.md names files that are there", () => {
  const paths = pathsIn(page);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
});

test("each threat has a control and a test", () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const [threat, control, tests] of rows) {
    expect([threat, pathsIn(control).length > 0]).toEqual([threat, true]);
    expect([threat, pathsIn(tests).some((path) => /\.(test|spec)\.tsx?$/.test(path))]).toEqual([
      threat,
      true,
    ]);
  }
});
