import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showToast } from "./toast-region.ts";

beforeEach(() => {
  // No fake intervals: as in lazy-part.test.tsx.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

/** What is announced; empty when nothing is shown. */
const said = () => document.querySelector(".toast:not([hidden]) [role=status]")?.textContent ?? "";

test("it is said once the region is known, stays for six seconds at least, and goes by itself", () => {
  showToast("Copied");
  expect(said()).toBe("");
  pass(150);
  expect(said()).toBe("Copied");
  pass(6_000);
  expect(said()).toBe("Copied");
  pass(2_000);
  expect(said()).toBe("");
});

test("the next one takes the place of the one before, with its full time", () => {
  showToast("One");
  pass(5_000);
  showToast("Two");
  pass(6_000);
  expect(screen.getAllByRole("status")).toHaveLength(1);
  expect(said()).toBe("Two");
});

test("it waits while the focus is on it, and can be dismissed", () => {
  showToast("Copied");
  pass(150);
  const dismiss = screen.getByRole("button", { name: "Dismiss" });
  act(() => dismiss.focus());
  pass(60_000);
  expect(said()).toBe("Copied");
  fireEvent.click(dismiss);
  expect(said()).toBe("");
});

test("the same words twice are announced twice", async () => {
  showToast("Copied");
  pass(150);
  showToast("Copied");
  expect(said()).toBe("");
  pass(150);
  expect(said()).toBe("Copied");
});

test("while a modal is open it is said in it, for the rest of the page is hidden from everybody", () => {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.setAttribute("open", "");
  showToast("Status saved.");
  pass(150);
  expect(dialog.textContent).toContain("Status saved.");
  dialog.remove();
  showToast("Copied");
  pass(150);
  expect(document.body.textContent).toContain("Copied");
});
