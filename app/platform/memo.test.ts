import { expect, test } from "vitest";
import { createMemo } from "./memo.server.ts";

const failing = () => Promise.reject(new Error("not now"));

test("makes a value once, also for concurrent callers", async () => {
  let made = 0;
  const memo = createMemo<number>({ max: 2 });
  const make = async () => ++made;
  expect(await Promise.all([memo("a", make), memo("a", make), memo("b", make)])).toEqual([1, 1, 2]);
});

test("forgets a failure, unless it is told to keep it", async () => {
  const memo = createMemo<number>({ max: 2 });
  await expect(memo("a", failing)).rejects.toThrow("not now");
  expect(await memo("a", async () => 1)).toBe(1);
  const keeping = createMemo<number>({ max: 2, keepsFailures: true });
  await expect(keeping("a", failing)).rejects.toThrow("not now");
  await expect(keeping("a", async () => 1)).rejects.toThrow("not now");
});

test("makes a value again after its time, however often it was asked for", async () => {
  let made = 0;
  const memo = createMemo<number>({ max: 2, ttl: 40 });
  const make = async () => ++made;
  await expect.poll(() => memo("a", make), { interval: 5 }).toBe(2);
});
