import { expect, test } from "vitest";
import { MAX_PATHS, OTHER_PATHS, createPageViewCounter } from "./analytics-counter.server.ts";
import type { ViewCounts } from "./analytics-counter.server.ts";

function setUp() {
  const kept: [string, Record<string, number>][] = [];
  const errors: unknown[] = [];
  const store = { down: false };
  const counter = createPageViewCounter({
    onError: (error) => void errors.push(error),
    add: async (day: string, counts: ViewCounts) => {
      if (store.down) throw new Error("down");
      kept.push([day, Object.fromEntries(counts)]);
    },
  });
  return { counter, kept, errors, store };
}

test("many views are one write per day, and nothing is handed on twice", async () => {
  const { counter, kept } = setUp();
  counter.record("2026-11-20", "/");
  counter.record("2026-11-21", "/");
  counter.record("2026-11-21", "/about");
  counter.record("2026-11-21", "/");
  await counter.flush();
  await counter.flush();
  expect(kept).toEqual([
    ["2026-11-20", { "/": 1 }],
    ["2026-11-21", { "/": 2, "/about": 1 }],
  ]);
});

test("what could not be kept is kept the next time", async () => {
  const { counter, kept, errors, store } = setUp();
  store.down = true;
  counter.record("2026-11-21", "/");
  await counter.flush();
  store.down = false;
  counter.record("2026-11-21", "/");
  await counter.flush();
  expect(errors).toHaveLength(1);
  expect(kept).toEqual([["2026-11-21", { "/": 2 }]]);
});

test("made-up paths share one line", async () => {
  const { counter, kept } = setUp();
  for (let index = 0; index < MAX_PATHS + 50; index++) counter.record("2026-11-21", `/${index}`);
  counter.record("2026-11-21", "/0");
  await counter.flush();
  const counts = kept[0]?.[1] ?? {};
  expect(Object.keys(counts)).toHaveLength(MAX_PATHS + 1);
  expect(counts[OTHER_PATHS]).toBe(50);
  expect(counts["/0"]).toBe(2);
});
