import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

test("hands out items one caller after the other, each caller's in order", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.push("a", item);
  queue.push("b", "b1");
  expect([queue.size, queue.waiting("a"), queue.waiting("c")]).toEqual([4, 3, 0]);
  expect(Array.from({ length: 5 }, () => queue.shift())).toEqual(["a1", "b1", "a2", "a3", undefined]);
  expect(queue.size).toBe(0);
});

test("takes an item back that was not handed out", () => {
  const queue = new FairQueue<string>();
  queue.push("a", "a1");
  queue.push("a", "a2");
  queue.shift();
  expect([queue.remove("a", "a1"), queue.remove("a", "a2"), queue.remove("b", "a2")]).toEqual([
    false,
    true,
    false,
  ]);
  expect([queue.size, queue.shift()]).toEqual([0, undefined]);
});
