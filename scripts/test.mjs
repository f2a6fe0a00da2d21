import { ensureBuilt } from "./lib/build.mjs";
import { runChecks } from "./lib/checks.mjs";
import { ensureChromium, ensureInstalled, installPrograms, requireServers } from "./lib/install.mjs";
import { heading, seconds } from "./lib/run.mjs";
import { runPart, runSuites } from "./lib/suites.mjs";

// npm test: installs what is missing, runs every check and test, ends with one line that counts them.
// npm test -- contracts: the unit and integration tests whose path has this word. npm test -- e2e contact: the browser tests. Both on
// a fresh build, with the browser and servers of npm test.
const part = process.argv.slice(2);
const start = Date.now();
await Promise.all([ensureInstalled(), installPrograms()]);
requireServers();
const chromium = await ensureChromium();
if (part.length > 0) {
  await ensureBuilt();
  process.exit(await runPart(chromium, part));
}
heading("Building site and Studio");
const [failedChecks] = await Promise.all([runChecks(), ensureBuilt()]);
const { passed, failed } = await runSuites(chromium);

if (failedChecks.length > 0) process.stdout.write(`\nFailed checks: ${failedChecks.join("; ")}\n`);
process.stdout.write(`\nAll of it took ${seconds(start)}.\n`);
process.stdout.write(`\n${passed} passed, ${failed + failedChecks.length} failed\n`);
process.exit(failed + failedChecks.length > 0 ? 1 : 0);
