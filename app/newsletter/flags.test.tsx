import { afterEach, beforeEach, expect, test, vi } from "vitest";

let flags: typeof import("./flags.ts");
beforeEach(async () => {
  vi.resetModules();
  flags = await import("./flags.ts");
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const block = (method: "getItem" | "setItem") =>
  vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });

test("a flag is kept in the browser's storage, under its own name", () => {
  expect(flags.hasFlag("hasSeenPopup")).toBe(false);
  flags.storeFlag("hasSeenPopup");
  expect(flags.hasFlag("hasSeenPopup")).toBe(true);
  expect(flags.hasFlag("hasSubscribed")).toBe(false);
  expect({ ...localStorage }).toEqual({ hasSeenPopup: "true" });
});

test("where storage is blocked it lasts as long as the page", () => {
  block("getItem");
  block("setItem");
  expect(flags.hasFlag("hasSeenPopup")).toBe(false);
  flags.storeFlag("hasSeenPopup");
  expect(flags.hasFlag("hasSeenPopup")).toBe(true);
});
