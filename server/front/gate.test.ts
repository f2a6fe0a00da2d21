import { expect, it } from "vitest";
import { Gate } from "./gate.ts";

const { signal } = new AbortController();

it("lets everybody through who waited", async () => {
  const gate = new Gate();
  const waiting = [gate.opened(10_000, signal), gate.opened(10_000, signal)];
  expect(gate.waiting).toBe(2);
  gate.open();
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect([gate.waiting, await gate.opened(0, signal)]).toEqual([0, true]);
});

it("is not waited for longer than somebody's patience, or than he is there", async () => {
  const gate = new Gate();
  expect(await gate.opened(1, signal)).toBe(false);
  const leave = new AbortController();
  const waiting = gate.opened(10_000, leave.signal);
  leave.abort();
  expect([await waiting, gate.waiting]).toEqual([false, 0]);
});

it("once given up, is waited for by nobody", async () => {
  const gate = new Gate();
  const waiting = gate.opened(10_000, signal);
  gate.giveUp();
  expect([await waiting, await gate.opened(10_000, signal)]).toEqual([false, false]);
});
