import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_ARGS } from "./tests/support/chromium-args.ts";
import { ports } from "./tests/support/ports.ts";

// Empty or unset: Playwright's own browser.
const executablePath = process.env.CHROMIUM_PATH || undefined;

// Pages live for seconds: V8's optimizing compilers cost an eighth of their CPU time, and give nothing back.
const args = [...CHROMIUM_ARGS, "--js-flags=--no-opt,--no-maglev"];

export default defineConfig({
  testDir: "tests/e2e",
  // Opens every page without each of its files: minutes, for a question that changes of a page seldom ask.
  testIgnore: process.env.EVERY_FILE ? [] : "every-file.spec.ts",
  // Long enough for a machine that stalls for a while; a test that passes waits for neither.
  timeout: 360_000,
  expect: { timeout: 40_000 },
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // A machine that stalls fails a test once, a bug fails it twice. The summary counts retried tests.
  retries: 1,
  outputDir: "test-results",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://localhost:${ports.site}`,
    // Tracing costs a third of the CPU time: run TRACE=1 npm test when a failure needs it.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
  },
  webServer: {
    command: "node tests/support/e2e-servers.ts",
    url: `http://127.0.0.1:${ports.control}/`,
    timeout: 120_000,
    stdout: "pipe",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
  },
});
