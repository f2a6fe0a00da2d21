import { join } from "node:path";
import { projectNode } from "./install.mjs";
import { root } from "./root.mjs";
import { run } from "./run.mjs";
import { heading, seconds } from "./say.mjs";

const tool = (path) => join(root, "node_modules", path);
const script = (name) => join(root, "scripts", name);

/**
 * Everything that can be said without running the program, in the order in which it is begun. The format comes before what
 * writes files.
 */
const checks = [
  ["Format", "oxfmt", ["--check", "."]],
  ["Lint, walls between folders, length of files", "oxlint", ["--deny-warnings", "."]],
  [
    "Types of the content, as generated from schema and queries",
    () => projectNode(),
    [script("check-types.mjs")],
  ],
  ["Types of site, server and lake", () => projectNode(), [tool("typescript/bin/tsc"), "--noEmit"]],
  ["Types of the Studio", () => projectNode(), [tool("typescript/bin/tsc"), "--noEmit", "-p", "studio"]],
  ["Unused files, exports and packages", () => projectNode(), [tool("knip/bin/knip.js"), "--no-progress"]],
  ["Known holes in packages", () => projectNode(), [script("audit.mjs"), "--tell"]],
];

async function passes([name, command, args]) {
  const program = typeof command === "function" ? command() : tool(`.bin/${command}`);
  const { code, lines } = await run(name, program, args, { quiet: true });
  if (code === 0)
    process.stdout.write(
      lines
        .join("\n")
        .trimEnd()
        .replaceAll(/^(?=.)/gm, "     ") + "\n",
    );
  return code === 0;
}

/** Runs the static checks, two at a time: most of them use one core. Answers the names of those that failed. */
export async function runChecks() {
  heading("Format, lint, types, unused code, known holes");
  const start = Date.now();
  const waiting = [...checks];
  const failed = [];
  async function work() {
    for (let check = waiting.shift(); check; check = waiting.shift())
      if (!(await passes(check))) failed.push(check[0]);
  }
  await Promise.all([work(), work()]);
  process.stdout.write(`   ${failed.length === 0 ? "good" : "FAILED"}, ${seconds(start)}\n`);
  return failed;
}
