import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectNode } from "./install.mjs";
import { root } from "./root.mjs";
import { run } from "./run.mjs";
import { heading, seconds } from "./say.mjs";

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

async function suite(name, args, env, count) {
  heading(name);
  const start = Date.now();
  const file = join(root, ".cache", `${args.report}.json`);
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(file, { force: true });
  const { code } = await run(name, projectNode(), args.command(file), { env: env(file) });
  const report = readReport(file);
  // A runner that fails without a report (a broken configuration) counts as one failure.
  const counted = report ? count(report) : { passed: 0, failed: 0 };
  const failed = code !== 0 && counted.failed === 0 ? 1 : counted.failed;
  const again = counted.flaky ? ` (${counted.flaky} at the second try)` : "";
  process.stdout.write(`   ${counted.passed} passed${again}, ${failed} failed, ${seconds(start)}\n`);
  return { passed: counted.passed, failed };
}

/** A file that could not even be loaded has no tests to count, so it counts itself. */
function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** Unit and integration tests (Vitest). */
export function runVitest() {
  const args = {
    report: "vitest",
    command: (file) => [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ],
  };
  // A worker for each file: what one has compiled, the next 200 need not.
  const env = () => ({ NODE_COMPILE_CACHE: join(root, ".cache/compiled") });
  return suite("Unit and integration tests", args, env, countVitest);
}

/** Browser tests against the production build (Playwright). */
export function runPlaywright(chromium) {
  const args = {
    report: "playwright",
    command: () => [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json"],
  };
  const env = (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: chromium });
  return suite("Browser tests", args, env, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    flaky: stats.flaky,
  }));
}
