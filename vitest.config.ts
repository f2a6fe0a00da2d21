import { defineConfig } from "vitest/config";
import { WAIT_MS } from "./tests/support/timeouts.ts";

const setupFiles = ["tests/support/vitest-setup.ts"];
/** Time limit of every test and hook, in ms. Only a test that hangs reaches it, even on a busy machine. */
const LIMIT_MS = 20 * 60_000;
const timeouts = { testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS, expect: { poll: { timeout: WAIT_MS } } };
/**
 * Files share a worker and the packages loaded in it (a third of the CPU time); our own modules are loaded anew for each file
 * (vitest-setup.ts). Environment variables and globals are shared, so each test restores what it changes.
 */
const shared = { ...timeouts, isolate: false };

// A file of its own because the Remix plugin of vite.config.ts must stay out of the tests.
export default defineConfig({
  test: {
    // A worker keeps 0.7 of a core busy: the long files wait for processes that they start.
    maxWorkers: 3,
    // Vitest runs projects in the order of their names: the long files first, the short ones beside and after them.
    projects: [
      {
        test: {
          name: "integration",
          setupFiles,
          ...shared,
          include: ["tests/{integration,abuse}/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "unit",
          setupFiles,
          ...shared,
          include: ["{app,server,scripts,seed,studio,dev,bench,tests/support}/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
        },
      },
      {
        test: {
          name: "packages",
          setupFiles,
          ...shared,
          include: ["packages/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
        },
      },
      {
        esbuild: { jsx: "automatic" },
        test: {
          name: "unit-dom",
          setupFiles: [...setupFiles, "tests/support/dom-setup.ts"],
          ...shared,
          environment: "jsdom",
          include: ["{app,studio}/**/*.test.tsx"],
          exclude: ["**/node_modules/**"],
        },
      },
    ],
  },
});
