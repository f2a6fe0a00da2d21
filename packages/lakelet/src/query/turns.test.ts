import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

const { signal } = new AbortController();

function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("runs at once while nobody waits, and hands on what is returned or thrown", async () => {
  const turns = new Turns();
  let ran = false;
  const result = turns.run("a", signal, () => {
    ran = true;
    return 1;
  });
  expect(ran).toBe(true);
  expect(await result).toBe(1);
  const failing = turns.run("a", signal, () => {
    throw new RangeError("mine");
  });
  await expect(failing).rejects.toThrow("mine");
});

test("lets others work between long evaluations, and callers take turns", async () => {
  const turns = new Turns();
  const order: string[] = [];
  const work = (name: string) => (): void => {
    busy(20);
    order.push(name);
  };
  const ended = Promise.all([
    turns.run("a", signal, work("a1")),
    turns.run("a", signal, work("a2")),
    turns.run("a", signal, work("a3")),
    turns.run("b", signal, work("b1")),
  ]);
  const others = setInterval(() => order.push("-"), 1);
  await ended;
  clearInterval(others);
  expect(order.filter((one) => one !== "-")).toEqual(["a1", "a2", "b1", "a3"]);
  expect(order.join(" ")).toMatch(/a1 (?:- )+a2 (?:- )+b1 (?:- )+a3/);
});

test("gives up the turn of a caller who has left", async () => {
  const turns = new Turns();
  const gone = new AbortController();
  const first = turns.run("a", signal, () => busy(20));
  const second = turns.run("b", gone.signal, () => expect.unreachable());
  gone.abort(new Error("left"));
  await first;
  await expect(second).rejects.toThrow("left");
});
