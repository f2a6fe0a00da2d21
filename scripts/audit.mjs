import { spawnSync } from "node:child_process";
import { readAudit } from "./lib/audit.mjs";
import { root } from "./lib/root.mjs";
import { toolEnv } from "./lib/tool-env.mjs";

// npm run audit: known holes in the packages that the site runs with. Ends with 1 when one is high or critical. `--tell`, as in
// the gate, only tells: an advisory of this morning is no fault of today's change.

/** The registry may be slow, or not there. Milliseconds. */
const PATIENCE = 20_000;

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  cwd: root,
  env: toolEnv(),
  encoding: "utf8",
  timeout: PATIENCE,
});
const audit = readAudit(stdout ?? "");
const told = audit ? `${audit.line}. More: npm audit --omit=dev` : "This registry answers no audits.";
process.stdout.write(`   ${told}\n`);
process.exit(audit?.serious && !process.argv.includes("--tell") ? 1 : 0);
