import { afterEach, expect, test, vi } from "vitest";
import { callAction } from "./call-action.ts";

afterEach(() => vi.useRealTimers());

test("returns what the action returned", async () => {
  expect(await callAction(async () => ({ status: "stored" }))).toEqual({ status: "stored" });
});

test("returns null without a network, and for a response that is not the action's", async () => {
  expect(await callAction(() => Promise.reject(new TypeError("Failed to fetch")))).toBeNull();
  expect(await callAction(() => Promise.reject(new Error("Unable to decode turbo-stream")))).toBeNull();
});

test("returns null when there is no response within 20 seconds", async () => {
  vi.useFakeTimers();
  const result = callAction(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await result).toBeNull();
});

test("throws the action's redirect", async () => {
  const redirect = new Response(null, { status: 302, headers: { Location: "/admin" } });
  await expect(callAction(() => Promise.reject(redirect))).rejects.toBe(redirect);
});
