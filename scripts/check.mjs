import { runChecks } from "./lib/checks.mjs";
import { ensureInstalled } from "./lib/install.mjs";

// npm run check: everything that can be checked without running the program.
await ensureInstalled();
process.exit((await runChecks()).length > 0 ? 1 : 0);
