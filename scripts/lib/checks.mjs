import { join } from "node:path";
import { projectNode } from "./install.mjs";
import { heading, root, run, seconds, SKIPPED } from "./run.mjs";

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
  ["Lines of each folder", node("scripts/check-lines.mjs")],
  ["Commit messages", node("scripts/check-commit-messages.mjs")],
  ["Known vulnerabilities in packages", [...node("scripts/audit.mjs"), "--report-only"]],
];

/** Runs a check. Returns how it went. */
async function runCheck([name, [program, ...args]]) {
  const { code, lines } = await run(name, program, args, { quiet: true });
  if (code !== 0) return "failed";
  process.stdout.write(
    lines
      .join("\n")
      .trimEnd()
      .replaceAll(/^(?=.)/gm, "     ") + "\n",
  );
  return lines.some((line) => line.trimStart().startsWith(SKIPPED)) ? "skipped" : "passed";
}

/** Runs the static checks, two at a time: most of them use one core. Returns the names of those that failed. */
export async function runChecks() {
  heading("Format, lint, types, unused code, words, commits, known vulnerabilities");
  const start = Date.now();
  const waiting = checks();
  const [failed, skipped] = [[], []];
  async function note(check) {
    const outcome = await runCheck(check);
    if (outcome === "failed") failed.push(check[0]);
    if (outcome === "skipped") skipped.push(check[0]);
  }
  // The others read what it writes.
  await note(["Types of the content", node("scripts/types.mjs")]);
  async function work() {
    for (let check = waiting.shift(); check; check = waiting.shift()) await note(check);
  }
  await Promise.all([work(), work()]);
  const left = skipped.length > 0 ? `, skipped: ${skipped.join("; ")}` : "";
  process.stdout.write(`   Checks: ${failed.length === 0 ? "good" : "FAILED"}${left}, ${seconds(start)}\n`);
  return failed;
}
