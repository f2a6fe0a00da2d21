import { expect, it } from "vitest";
import { Backoff } from "./backoff.ts";

it("starts again at once, then waits longer each time, up to a limit", () => {
  const backoff = new Backoff();
  const waits = Array.from({ length: 10 }, () => backoff.next(1_000));
  expect(waits).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
});

it("forgets what was before a good run", () => {
  const backoff = new Backoff();
  backoff.next(1_000);
  backoff.next(1_000);
  expect(backoff.next(60_000)).toBe(0);
});
