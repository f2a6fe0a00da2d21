import { defineConfig } from "vitest/config";

const setupFiles = ["tests/support/vitest-setup.ts"];

// Not vite.config.ts: the Remix plugin must stay out of the tests.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "node",
          setupFiles,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          include: ["{app,server,lake,scripts,seed,studio,tests}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "tests/e2e/**"],
        },
      },
      {
        esbuild: { jsx: "automatic" },
        test: { name: "dom", setupFiles, environment: "jsdom", include: ["app/**/*.test.tsx"] },
      },
    ],
  },
});
