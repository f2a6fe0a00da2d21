import { beforeAll, expect, test } from "vitest";
import { opened } from "../support/opened.ts";
import { openAbusedSite, VISITS, type Visit } from "./abused-site.ts";
import { targetOf, type Target } from "./attacks.ts";
import { ABUSE_CASES, LAKE_CASES } from "./cases.ts";

// Fifty of the most expensive request of each class at once. `bench/abuse.ts` measures how long a visitor waits meanwhile.

/** Without those that the lake refuses at once: packages/lakelet/test/access.test.ts. */
const CASES = ABUSE_CASES.filter(({ name }) => LAKE_CASES.every((one) => one.name !== name));

const abused = opened(openAbusedSite);
let target: Target;
beforeAll(async () => {
  target = await targetOf(abused);
  // Memory that any use of the site takes does not count.
  await abused.flood({ path: "/search?q=care" });
});

test.each(CASES)(
  "$count × $name: a visitor is served, and the memory comes back",
  async ({ attack, count }) => {
    const { waits, memory } = await abused.flood(attack(target), count);
    for (const name of Object.keys(VISITS) as Visit[]) expect(waits[name].length).toBeGreaterThanOrEqual(10);
    expect(memory.after - memory.before).toBeLessThan(100);
  },
);

test.each(CASES)("$name gets one of $answers", async ({ attack, answers }) => {
  const answer = await abused.attempt(attack(target), "203.0.113.67");
  expect(answers).toContain(answer?.status ?? 0);
});
