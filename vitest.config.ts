import { defineConfig } from "vitest/config";

const setupFiles = ["tests/support/vitest-setup.ts"];
/** Milliseconds. A test that hangs is to end; a machine that does much else is to be waited for. */
const patience = { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } };

// Not vite.config.ts: the Remix plugin must stay out of the tests.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "node",
          setupFiles,
          ...patience,
          include: ["{app,server,lake,scripts,seed,studio,tests}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "tests/e2e/**"],
        },
      },
      {
        esbuild: { jsx: "automatic" },
        test: {
          name: "dom",
          setupFiles: [...setupFiles, "tests/support/dom-setup.ts"],
          ...patience,
          environment: "jsdom",
          include: ["app/**/*.test.tsx"],
        },
      },
    ],
  },
});
