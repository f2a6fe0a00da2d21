import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SessionWatch } from "./session-watch.ts";

let watch: SessionWatch;
beforeEach(() => {
  vi.useFakeTimers();
  watch = new SessionWatch();
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

const open = () => new AbortController().signal;

test("ends what is open within half a minute of the session's end", async () => {
  let isSignedIn = true;
  const signal = watch.signalOf(open(), async () => isSignedIn);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(signal.aborted).toBe(false);
  isSignedIn = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(signal.aborted).toBe(true);
});

test("ends at once when asked to check, but not while nobody can tell", async () => {
  const unknown = watch.signalOf(open(), () => Promise.reject(new Error("The session store is away.")));
  const gone = watch.signalOf(open(), async () => false);
  watch.recheck();
  await vi.advanceTimersByTimeAsync(0);
  expect([unknown.aborted, gone.aborted]).toEqual([false, true]);
});

test("asks no more for what is closed", async () => {
  const isSignedIn = vi.fn(async () => true);
  const closed = new AbortController();
  const signal = watch.signalOf(closed.signal, isSignedIn);
  closed.abort();
  watch.recheck();
  expect([signal.aborted, isSignedIn.mock.calls.length]).toEqual([true, 0]);
  expect(watch.signalOf(closed.signal, isSignedIn).aborted).toBe(true);
});
