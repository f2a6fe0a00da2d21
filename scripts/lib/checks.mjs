import { join } from "node:path";
import { projectNode } from "./install.mjs";
import { root } from "./root.mjs";
import { run } from "./run.mjs";
import { heading, seconds } from "./say.mjs";

const tool = (path) => join(root, "node_modules", path);
const script = (name) => join(root, "scripts", name);

/** Everything that can be said without running the program, cheapest first. */
const checks = [
  ["Format", "oxfmt", ["--check", "."]],
  ["Lint, walls between folders, length of files", "oxlint", ["--deny-warnings", "."]],
  ["Types of site, server and lake", () => projectNode(), [tool("typescript/bin/tsc"), "--noEmit"]],
  ["Types of the Studio", () => projectNode(), [tool("typescript/bin/tsc"), "--noEmit", "-p", "studio"]],
  [
    "Types of the content, as generated from schema and queries",
    () => projectNode(),
    [script("check-types.mjs")],
  ],
  ["Unused files, exports and packages", () => projectNode(), [tool("knip/bin/knip.js"), "--no-progress"]],
  ["Known holes in packages", () => projectNode(), [script("audit.mjs"), "--tell"]],
];

/** Runs the static checks; answers the names of those that failed. */
export async function runChecks() {
  const failed = [];
  for (const [name, command, args] of checks) {
    heading(name);
    const start = Date.now();
    const program = typeof command === "function" ? command() : tool(`.bin/${command}`);
    const { code } = await run(name, program, args);
    process.stdout.write(`   ${code === 0 ? "good" : "FAILED"}, ${seconds(start)}\n`);
    if (code !== 0) failed.push(name);
  }
  return failed;
}
