import { ensureBuilt } from "./lib/build.mjs";
import { generateTypes, runChecks } from "./lib/checks.mjs";
import { ensureChromium, ensureInstalled, installPrograms, requireServers } from "./lib/install.mjs";
import { heading, seconds } from "./lib/run.mjs";
import { runSuites } from "./lib/suites.mjs";

// npm test: installs what is missing, runs every check and test, ends with one line that counts them.
const start = Date.now();
await Promise.all([ensureInstalled(), installPrograms()]);
requireServers();
const chromium = await ensureChromium();
heading("Building site and Studio");
const [failedTypes] = await Promise.all([generateTypes(), ensureBuilt()]);
const [failed, tests] = await Promise.all([runChecks(), runSuites(chromium)]);
const failedChecks = [...failedTypes, ...failed];

if (failedChecks.length > 0) process.stdout.write(`\nFailed checks: ${failedChecks.join("; ")}\n`);
process.stdout.write(`\nAll of it took ${seconds(start)}.\n`);
const failures = tests.failed + failedChecks.length;
process.stdout.write(`\n${tests.passed} passed, ${failures} failed\n`);
process.exit(failures > 0 ? 1 : 0);
