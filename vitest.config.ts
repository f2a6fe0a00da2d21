import { defineConfig } from "vitest/config";

const setupFiles = ["tests/support/vitest-setup.ts"];
/** Milliseconds. A test that hangs is to end; a machine that does much else is to be waited for. */
const patience = { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } };
/**
 * Files share a worker and the packages loaded in it, which took a third of the processor's time; our own modules begin anew
 * with each file (vitest-setup.ts). What a file leaves in the environment and in globals the next one finds.
 */
const shared = { ...patience, isolate: false };

// Not vite.config.ts: the Remix plugin must stay out of the tests.
export default defineConfig({
  test: {
    // Three on two cores: the long ones wait for processes that they have started.
    maxWorkers: 3,
    // Vitest begins with the first name. The long ones wait, so the short ones come after, and beside them.
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
          include: ["{app,server,lake,scripts,seed,studio,dev,tests/support}/**/*.test.ts"],
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
          include: ["app/**/*.test.tsx"],
        },
      },
    ],
  },
});
