import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createCallerShares } from "./caller-shares.ts";

/** Work that ends when it is told to, and the order in which it began. */
function scene(maxRunning: number) {
  const shares = createCallerShares({ maxRunning, maxWaiting: 2 });
  const begun: string[] = [];
  const open = new Map<string, { end: () => void; fail: (error: Error) => void }>();
  const ask = (caller: string, name: string) =>
    shares.run(caller, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        open.set(name, { end: () => resolve(name), fail: reject }),
      );
    });
  return { shares, ask, begun, open };
}

test("a caller's work runs in order, so many pieces at once, and another caller's beside it", async () => {
  const { ask, begun, open } = scene(2);
  const answers = ["a1", "a2", "a3", "a4"].map((name) => ask("a", name));
  answers.push(ask("b", "b1"));
  expect(begun).toEqual(["a1", "a2", "b1"]);
  open.get("a2")?.end();
  await turn();
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of ["a1", "a3", "b1"]) open.get(name)?.end();
  await turn();
  open.get("a4")?.end();
  expect(await Promise.all(answers)).toEqual(["a1", "a2", "a3", "a4", "b1"]);
});

test("work that fails makes room, and its caller hears of it", async () => {
  const { ask, begun, open } = scene(1);
  const [failing, next] = [ask("a", "a1"), ask("a", "a2")];
  open.get("a1")?.fail(new Error("no"));
  await expect(failing).rejects.toThrow("no");
  expect(begun).toEqual(["a1", "a2"]);
  open.get("a2")?.end();
  expect(await next).toBe("a2");
});

test("a caller of whom too much waits is refused, another one is not", async () => {
  const { shares, ask, open } = scene(1);
  const answers = ["a1", "a2", "a3"].map((name) => ask("a", name));
  expect([shares.refuses("a"), shares.refuses("b")]).toEqual([true, false]);
  for (const name of ["a1", "a2", "a3"]) {
    open.get(name)?.end();
    await turn();
  }
  await Promise.all(answers);
  expect(shares.refuses("a")).toBe(false);
});
