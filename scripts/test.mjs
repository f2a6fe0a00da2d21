import { ensureSite, ensureStudio } from "./lib/build.mjs";
import { runChecks } from "./lib/checks.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { ensureRedis } from "./lib/redis.mjs";
import { heading, seconds } from "./lib/say.mjs";
import { runPlaywright, runVitest } from "./lib/suites.mjs";

// npm test: installs what is missing, runs every check and test, ends with one line that counts them.
const start = Date.now();
await ensureInstalled();
// The programs come over the network while the checks compute. One after the other: the system installs one at a time.
const programs = ensureRedis().then(ensureChromium);
const [failedChecks, chromium] = await Promise.all([runChecks(), programs]);
heading("Building site and Studio");
await ensureSite();
await ensureStudio();
const unit = await runVitest();
const browser = await runPlaywright(chromium);

const passed = unit.passed + browser.passed;
const failed = unit.failed + browser.failed + failedChecks.length;
if (failedChecks.length > 0) process.stdout.write(`\nFailed checks: ${failedChecks.join("; ")}\n`);
process.stdout.write(`\nAll of it took ${seconds(start)}.\n\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
