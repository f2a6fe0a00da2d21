import { beforeAll, expect, test } from "vitest";
import { opened } from "../support/opened.ts";
import { openAbusedSite } from "./abused-site.ts";
import { targetOf, type Target } from "./attacks.ts";
import { LAKE_CASES } from "./cases.ts";

// The same queries with LAKE_PUBLIC_READ, which allows anonymous ones, at a site. What the lake does with each:
// packages/lakelet/test/public-read.test.ts and public-listen.test.ts.

const abused = opened(() => openAbusedSite({ LAKE_PUBLIC_READ: "true" }));
let target: Target;
beforeAll(async () => {
  target = await targetOf(abused);
  await abused.flood({ path: "/search?q=care" });
});

/** Each of these two the lake evaluates in a process of its own: what they cost is the lake's. */
const ELSEWHERE = new Set(["a query whose text outgrows the memory", "a small query with a large answer"]);

test.each(LAKE_CASES.filter(({ name }) => !ELSEWHERE.has(name)))(
  "50 × $name: a visitor is served, and the memory comes back",
  async ({ attack }) => {
    const { waits, memory } = await abused.flood(attack(target));
    expect(waits.search.length).toBeGreaterThanOrEqual(10);
    expect(waits.login.length).toBeGreaterThanOrEqual(10);
    expect(memory.after - memory.before).toBeLessThan(100);
  },
);
