import { afterEach, beforeEach, expect, vi } from "vitest";

// What is written to the console is a message to nobody: in a test it is a failure, unless the test expects it.
// Remix's stub router announces React Router 7 once a file; that is known.
const KNOWN = /React Router Future Flag/;

// Files of a worker share what packages keep in memory. Our own modules begin anew with each file, what they keep too.
vi.resetModules();

beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});
afterEach(() => {
  const said = [console.error, console.warn].flatMap((method) =>
    vi.isMockFunction(method) ? method.mock.calls : [],
  );
  vi.restoreAllMocks();
  expect(said.filter(([message]) => !KNOWN.test(String(message)))).toEqual([]);
});
