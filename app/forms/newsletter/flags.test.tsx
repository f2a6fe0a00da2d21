import { afterEach, expect, test, vi } from "vitest";
import { hasFlag, storeFlag } from "./flags.ts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const block = (method: "getItem" | "setItem") =>
  vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });

test("a flag is kept in the browser's storage, under its own name", () => {
  expect(hasFlag("hasSeenPopup")).toBe(false);
  storeFlag("hasSeenPopup");
  expect(hasFlag("hasSeenPopup")).toBe(true);
  expect(hasFlag("hasSubscribed")).toBe(false);
  expect({ ...localStorage }).toEqual({ hasSeenPopup: "true" });
});

test("where storage is blocked it lasts as long as the page", () => {
  block("getItem");
  block("setItem");
  expect(hasFlag("hasSeenPopup")).toBe(false);
  storeFlag("hasSeenPopup");
  expect(hasFlag("hasSeenPopup")).toBe(true);
});
