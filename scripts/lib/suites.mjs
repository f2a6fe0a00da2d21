import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, sep } from "node:path";
import { projectNode } from "./install.mjs";
import { heading, root, run, seconds } from "./run.mjs";
import { freshness } from "./stale.mjs";

/** Lines that are shown of a failed suite that ran beside another. */
const TAIL_LINES = 1_000;

/** Runs one suite and prints its counts. A suite beside another prints its output only when it fails. */
async function runSuite({ name, report, args, env = {}, count, quiet }) {
  const start = Date.now();
  const file = join(root, ".cache", report);
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(file, { force: true });
  const command = [projectNode(), ...args(file)];
  const { code } = await run(name, command[0], command.slice(1), { env: env(file), quiet, tail: TAIL_LINES });
  // A runner that fails without a report (a broken configuration) counts as one failure.
  const counts = existsSync(file)
    ? count(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 0, flaky: 0 };
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  const retried = counts.flaky ? ` (${counts.flaky} on the second try)` : "";
  process.stdout.write(
    `   ${name}: ${counts.passed} passed${retried}, ${failed} failed, ${seconds(start)}\n`,
  );
  printCosts(counts.costs ?? []);
  return { passed: counts.passed, failed };
}

/** How many test files are named as the longest of a suite. */
const LONGEST = 8;

/**
 * Prints the seconds of a suite's test files by folder, and the longest files. Files run beside each other, so that the sum is more
 * than the suite took.
 * @param {[path: string, ms: number][]} costs
 */
function printCosts(costs) {
  /** @type {Map<string, number>} */
  const folders = new Map();
  for (const [path, ms] of costs) {
    const [top, second] = relative(root, path).split(sep);
    const folder = top === "packages" || top === "tests" ? `${top}/${second}` : (top ?? "");
    folders.set(folder, (folders.get(folder) ?? 0) + ms);
  }
  const line = ([name, ms]) => `     ${(ms / 1000).toFixed(0).padStart(4)} s  ${name}\n`;
  const byCost = (list) => list.sort(([, a], [, b]) => b - a);
  const longest = byCost(costs.map(([path, ms]) => [relative(root, path), ms])).slice(0, LONGEST);
  process.stdout.write(
    byCost([...folders])
      .map(line)
      .join(""),
  );
  if (longest.length > 0) process.stdout.write(`     longest:\n${longest.map(line).join("")}`);
}

const PACKAGES = { inputs: ["packages", "tests/support", "vitest.config.ts", "package-lock.json"] };

/** Unit and integration tests; without those of `packages/` where these passed before and nothing of theirs changed. */
const vitest = (chromium, withPackages) => ({
  name: "Unit and integration tests",
  report: "vitest.json",
  args: (file) => [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    ...(withPackages ? [] : ["--project=!packages"]),
    // Names a failed test when it fails: a run that is ended early has said what failed.
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ],
  // Workers and the processes that tests start share V8's compile cache.
  env: () => ({ NODE_COMPILE_CACHE: join(root, ".cache/compiled"), CHROMIUM_PATH: chromium }),
  count(report) {
    // A file that could not even be loaded has no tests, so it counts itself.
    const broken = report.testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      flaky: 0,
      costs: report.testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]),
    };
  },
});

/** Browser tests against the production build. */
const playwright = (chromium) => ({
  name: "Browser tests",
  report: "playwright.json",
  args: () => [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json"],
  env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: chromium }),
  count: ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    flaky: stats.flaky,
    costs: suites.map((suite) => [join(root, "tests/e2e", suite.file), durationOf(suite)]),
  }),
});

/** Returns the ms that the tests of a suite of Playwright took, tries again included. */
const durationOf = ({ specs = [], suites = [] }) =>
  [
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    ...suites.map(durationOf),
  ].reduce((sum, ms) => sum + ms, 0);

/**
 * Runs the tests whose path has one of the words; those of the browser after the word `e2e`. Options of vitest and Playwright, such as
 * `-t` and `-g`, may follow. Returns the exit code.
 * @param {string} chromium
 * @param {string[]} part
 */
export async function runPart(chromium, part) {
  const isBrowser = part[0] === "e2e";
  const [program, ...args] = isBrowser
    ? ["node_modules/@playwright/test/cli.js", "test", "--reporter=list", ...part.slice(1)]
    : ["node_modules/vitest/vitest.mjs", "run", ...part];
  const env = {
    CHROMIUM_PATH: chromium,
    NODE_COMPILE_CACHE: join(root, ".cache/compiled"),
    ...(part.includes("every-file") ? { EVERY_FILE: "1" } : {}),
  };
  const { code } = await run("Tests", projectNode(), [join(root, program ?? ""), ...args], { env });
  return code;
}

/**
 * Runs all tests. With four cores or more both suites run at the same time: either waits for the processes that it starts half of
 * the time. With fewer they run one after the other. Returns how many passed and failed.
 * @param {string} chromium
 */
export async function runSuites(chromium) {
  const together = availableParallelism() >= 4;
  heading(together ? "Unit, integration and browser tests" : "Unit and integration tests");
  const packages = freshness("packages-tests", PACKAGES);
  const withPackages = Boolean(process.env.CI) || !packages.isFresh;
  if (!withPackages)
    process.stdout.write(
      "   packages/ is as it was when its tests passed: they are left out (CI=1 runs them)\n",
    );
  const first = runSuite({ ...vitest(chromium, withPackages), quiet: together });
  if (!together) {
    await first;
    heading("Browser tests");
  }
  const results = await Promise.all([first, runSuite({ ...playwright(chromium), quiet: false })]);
  if (withPackages && results[0]?.failed === 0) packages.mark();
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
}
