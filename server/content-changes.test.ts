import { expect, test } from "vitest";
import { createContentChanges } from "./content-changes.ts";

const CHANGE = { id: "post-1", types: ["post"] };

test("tells every subscriber, and says when one of them did not take a change", async () => {
  const changes = createContentChanges(null);
  const published: unknown[] = [];
  let taken = true;
  changes.subscribe((change) => Boolean(published.push(change)));
  changes.subscribe(async () => taken);
  expect(await changes.publish([CHANGE])).toBe(true);
  taken = false;
  expect(await changes.publish([CHANGE])).toBe(false);
  expect(published).toEqual([[CHANGE], [CHANGE]]);
  expect(changes.isComplete).toBe(false);
});

test("tells of a transaction of the lake: each document with its types before and after", () => {
  let commit: (transaction: { changes: object[] }) => void = () => {};
  const lake = { subscribe: (listener: typeof commit) => ((commit = listener), () => {}) };
  const changes = createContentChanges(lake as never);
  const published: unknown[] = [];
  changes.subscribe((change) => Boolean(published.push(...change)));
  commit({
    changes: [
      { id: "a", before: null, after: { _type: "post" } },
      { id: "b", before: { _type: "coupon" }, after: null },
    ],
  });
  expect(published).toEqual([
    { id: "a", types: ["post"] },
    { id: "b", types: ["coupon"] },
  ]);
  expect(changes.isComplete).toBe(true);
});
