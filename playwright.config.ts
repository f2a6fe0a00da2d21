import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_ARGS } from "./tests/support/chromium-args.ts";
import { ports } from "./tests/support/e2e-ports.ts";

// CHROMIUM_PATH names a browser of the system; empty or unset means Playwright's own.
const executablePath = process.env.CHROMIUM_PATH || undefined;

export default defineConfig({
  testDir: "tests/e2e",
  // Long enough for a machine that stands still for a while; a test that passes never waits for either.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // A machine that stood still for a while fails a test once; a mistake fails it twice. The summary names how many needed it.
  retries: 1,
  outputDir: "test-results",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://localhost:${ports.site}`,
    // Recording every test costs a third of the processor's time: TRACE=1 npm test when a failure needs it.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) },
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
