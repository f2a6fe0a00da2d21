import { afterEach, beforeEach, expect, vi } from "vitest";

// Console errors and warnings fail a test, unless it expects them. Known: Remix's stub router announces React Router 7 once per
// file, and Sanity that a busy machine validates slowly.
const KNOWN = /React Router Future Flag|has taken more than 5000ms to respond/;

// Files of a worker share the memory of packages. Our own modules are loaded again for each file.
vi.resetModules();

beforeEach(() => {
  vi.spyOn(console, "error");
  const { warn } = console;
  vi.spyOn(console, "warn").mockImplementation((...said) => {
    if (!KNOWN.test(String(said[0]))) warn(...said);
  });
});
afterEach(() => {
  const said = [console.error, console.warn].flatMap((method) =>
    vi.isMockFunction(method) ? method.mock.calls : [],
  );
  vi.restoreAllMocks();
  expect(said.filter(([message]) => !KNOWN.test(String(message)))).toEqual([]);
});
