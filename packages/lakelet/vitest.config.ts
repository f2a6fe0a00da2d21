import { defineConfig } from "vitest/config";

// For `npm test` in this folder. The gate of the repository runs the same files in its own projects.
export default defineConfig({
  test: {
    include: ["{src,test}/**/*.test.ts"],
    // In ms: short enough to end a test that hangs, long enough for a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
