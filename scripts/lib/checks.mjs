import { join } from "node:path";
import { projectNode } from "./install.mjs";
import { heading, root, run, seconds } from "./run.mjs";

const bin = (name) => [join(root, "node_modules/.bin", name)];
const node = (path) => [projectNode(), join(root, path)];
const tsc = () => node("node_modules/typescript/bin/tsc");

/**
 * Returns the static checks, in the order in which they start.
 * @returns {[name: string, command: string[]][]}
 */
const checks = () => [
  ["Format", [...bin("oxfmt"), "--check", "."]],
  ["Lint, walls between folders, length of files", [...bin("oxlint"), "--deny-warnings", "."]],
  ["Types of site, server and lake", [...tsc(), "--noEmit"]],
  ["Types of the Studio", [...tsc(), "--noEmit", "-p", "studio"]],
  ["Unused files, exports and packages", [...node("node_modules/knip/bin/knip.js"), "--no-progress"]],
  ["Words of the glossary", node("scripts/check-words.mjs")],
  ["Commit messages", node("scripts/check-commit-messages.mjs")],
  ["Known vulnerabilities in packages", [...node("scripts/audit.mjs"), "--report-only"]],
];

async function passes([name, [program, ...args]]) {
  const { code, lines } = await run(name, program, args, { quiet: true });
  const text = lines.join("\n").trimEnd();
  if (code === 0) process.stdout.write(text.replaceAll(/^(?=.)/gm, "     ") + "\n");
  return code === 0;
}

/** Runs the static checks, two at a time: most of them use one core. Returns the names of those that failed. */
export async function runChecks() {
  heading("Format, lint, types, unused code, words, commits, known vulnerabilities");
  const start = Date.now();
  const waiting = checks();
  const failed = [];
  // The others read what it writes.
  const types = "Types of the content";
  if (!(await passes([types, node("scripts/types.mjs")]))) failed.push(types);
  async function work() {
    for (let check = waiting.shift(); check; check = waiting.shift())
      if (!(await passes(check))) failed.push(check[0]);
  }
  await Promise.all([work(), work()]);
  process.stdout.write(`   Checks: ${failed.length === 0 ? "good" : "FAILED"}, ${seconds(start)}\n`);
  return failed;
}
