import { expect, test } from "vitest";
import { planFor, type Cost, type Costs } from "./scaling-model.ts";

const cost = (cpuMs: number, calls: Partial<Cost> = {}): Cost => ({
  cpuMs,
  store: 0,
  redis: 0,
  s3: 0,
  ...calls,
});
const COSTS: Costs = {
  memory: cost(0.1),
  asset: cost(0.1),
  view: cost(0.5),
  render: cost(10, { store: 2 }),
  submission: cost(5, { store: 3, redis: 10 }),
  upload: cost(3, { s3: 4, redis: 2 }),
  admin: cost(20, { store: 6 }),
};

test("few visitors are one process that asks no other service but the store", () => {
  const { requestsPerSecond, cores, processes, machines, monthly } = planFor(10, COSTS);
  // A minute: 40 pages, 250 assets, 40 views, 0.4 renders, 0.13 submissions, 0.1 MB, a request of an admin.
  expect(requestsPerSecond).toBeCloseTo(331.63 / 60, 5);
  expect(cores).toBeCloseTo((4 + 25 + 20 + 4 + 0.65 + 0.3 + 20) / 60_000, 8);
  expect([processes, machines]).toEqual([1, 1]);
  // 0.8 of renders, 0.39 of submissions, 6 of admins, 3 of page views.
  expect(monthly).toEqual({ store: Math.round(10.19 * 43_200), redis: 0, s3: 0, stripe: 3_456 });
});

test("more visitors are two machines at least, and processes that are half idle", () => {
  expect(planFor(1_000, COSTS)).toMatchObject({ processes: 2, machines: 2 });
  const { cores, processes, machines, monthly, limits } = planFor(100_000, COSTS);
  expect(cores).toBeCloseTo(8.992, 3);
  expect([processes, machines]).toEqual([18, 6]);
  // 13,000 of submissions, 2,000 of uploads, 84 of each process.
  expect(monthly.redis).toBe((13_000 + 2_000 + 18 * 84) * 43_200);
  // 1,300 submissions and 36 page views a minute.
  expect(limits["Sanity, mutations a second"]).toBeCloseTo(1_336 / 60 / 25, 5);
  expect(limits["Stripe, requests a second"]).toBeCloseTo(800 / 60 / 100, 5);
});
