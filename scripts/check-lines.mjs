import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/run.mjs";

// A step of npm run check: no folder has more lines than its row of the table in docs/architecture.md. Whoever raises a row says in the
// same commit what the lines bought. `--table` prints the rows as they would be now.

const CODE = /\.(?:ts|tsx|mjs|js|css)$/;
const TEST = /\.(?:test|spec)\.|(?:^|\/)tests?\//;

/** @typedef {{ source: number; tests: number }} Lines */

/** Returns the lines of every folder at the top, or null without Git. */
function counted() {
  const { status, stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  if (status !== 0) return null;
  /** @type {Map<string, Lines>} */
  const folders = new Map();
  for (const path of stdout.split("\0").filter((name) => CODE.test(name))) {
    const folder = path.includes("/") ? path.slice(0, path.indexOf("/")) : ".";
    const lines = folders.get(folder) ?? { source: 0, tests: 0 };
    lines[TEST.test(path) ? "tests" : "source"] +=
      readFileSync(join(root, path), "utf8").split("\n").length - 1;
    folders.set(folder, lines);
  }
  return folders;
}

/** Returns the rows of the table: the most lines of each folder. */
function allowed() {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const number = (text = "") => Number(text.replaceAll(",", ""));
  const rows = page.matchAll(/^\| `(.+?)` +\| +([\d,]+) +\| +([\d,]+) +\|$/gm);
  return new Map(
    Array.from(rows, ([, name = "", source, tests]) => [
      name,
      { source: number(source), tests: number(tests) },
    ]),
  );
}

/**
 * Returns what is above the table, a line each.
 * @param {Map<string, Lines>} folders
 * @param {Map<string, Lines>} rows
 */
export function lineProblems(folders, rows) {
  const none = { source: 0, tests: 0 };
  return [...folders].flatMap(([name, lines]) => {
    const most = rows.get(name) ?? none;
    return /** @type {const} */ (["source", "tests"])
      .filter((kind) => lines[kind] > most[kind])
      .map((kind) => `\`${name}\`: ${lines[kind]} lines of ${kind}, ${most[kind]} in the table`);
  });
}

const isCommand = process.argv[1]?.endsWith("check-lines.mjs");
const folders = isCommand ? counted() : null;
if (folders && process.argv.includes("--table")) {
  for (const [name, { source, tests }] of [...folders].sort())
    process.stdout.write(`| \`${name}\` | ${source} | ${tests} |\n`);
} else if (folders) {
  const problems = lineProblems(folders, allowed());
  for (const problem of problems) process.stderr.write(`${problem} (docs/architecture.md, Lines)\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
