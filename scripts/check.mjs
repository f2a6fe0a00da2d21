import { runChecks } from "./lib/checks.mjs";
import { ensureInstalled } from "./lib/install.mjs";

// npm run check: everything that can be checked without running the program.
await ensureInstalled();
const failed = await runChecks();
if (failed.length > 0) process.stdout.write(`\nFailed checks: ${failed.join("; ")}\n`);
process.exit(failed.length > 0 ? 1 : 0);
