import { expect, test } from "vitest";
import { runChaos } from "../chaos/run.ts";
import { startScene } from "../chaos/scene.ts";
import { opened } from "../support/opened.ts";

// The short form of bench/chaos.ts: site, lake and mail server are killed again and again in the middle of everything that
// visitors, admins, editors and Stripe do.

const scene = opened(startScene);

test("whatever is killed when: nothing acknowledged is lost, doubled or charged twice", async () => {
  const figures = await runChaos(scene, {
    seed: 8,
    seconds: 8,
    leastAcknowledged: 11,
    visitors: 6,
    awaitMails: false,
  });
  expect(figures.wrong).toEqual([]);
  expect(figures.kills.site).toBeGreaterThan(0);
  expect(figures.kills.lake).toBeGreaterThan(0);
  expect(figures.submissions.found).toBe(figures.submissions.acknowledged);
  expect(figures.submissions.acknowledged).toBeGreaterThan(10);
});
