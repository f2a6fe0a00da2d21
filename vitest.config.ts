import { defineConfig } from "vitest/config";

// Not vite.config.ts: the Remix plugin must stay out of the tests.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          include: ["{app,server,lake,scripts,seed,tests}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "tests/e2e/**"],
        },
      },
      {
        esbuild: { jsx: "automatic" },
        test: { name: "dom", environment: "jsdom", include: ["app/**/*.test.tsx"] },
      },
    ],
  },
});
