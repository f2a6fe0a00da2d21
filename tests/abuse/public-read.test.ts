import { beforeAll, expect, test } from "vitest";
import { opened } from "../support/opened.ts";
import { openAbusedSite } from "./abused-site.ts";
import { targetOf, type Target } from "./attacks.ts";
import { LAKE_CASES } from "./cases.ts";

// The same queries with LAKE_PUBLIC_READ, which allows anonymous ones.

const abused = opened(() => openAbusedSite({ LAKE_PUBLIC_READ: "true" }));
let target: Target;
beforeAll(async () => {
  target = await targetOf(abused);
  await abused.flood({ path: "/search?q=care" });
});

test.each(LAKE_CASES)("50 × $name: a visitor is served, and the memory comes back", async ({ attack }) => {
  const { waits, memory } = await abused.flood(attack(target));
  expect(waits.search.length).toBeGreaterThanOrEqual(10);
  expect(waits.login.length).toBeGreaterThanOrEqual(10);
  expect(memory.after - memory.before).toBeLessThan(100);
});

test.each(LAKE_CASES)("$name is refused, or ends", async ({ attack }) => {
  const answer = await abused.attempt(attack(target), "203.0.113.67");
  expect([0, 200, 400, 413, 429, 503]).toContain(answer?.status ?? 0);
});
