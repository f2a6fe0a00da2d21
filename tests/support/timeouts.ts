/** How long a test waits for a state, in ms: reached only by failures, however busy the machine is. */
export const WAIT_MS = 60_000;

/** For `vi.waitFor` and `vi.waitUntil`, whose own default is one second. `expect.poll` has it from vitest.config.ts. */
export const WAIT = { timeout: WAIT_MS, interval: 50 } as const;
