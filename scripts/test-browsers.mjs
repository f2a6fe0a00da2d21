import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled, ensureOtherBrowsers, projectNode } from "./lib/install.mjs";
import { root, run } from "./lib/run.mjs";

// npm run test:browsers: the main journeys in Firefox and WebKit; `npm run test:browsers -- firefox` in one of them. Not in the gate.
await ensureInstalled();
await ensureOtherBrowsers();
await ensureBuilt();
const args = [join(root, "tests/browsers/run.ts"), ...process.argv.slice(2)];
const { code } = await run("browsers", projectNode(), args);
process.exit(code);
