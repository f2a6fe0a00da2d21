import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchDuePosts } from "./due-posts.ts";

const START = Date.parse("2027-03-01T12:00:00Z");
const RETRY_MS = 10_000;

/** Dates of articles in a store whose clock is the test's. */
let dates: number[] = [];
let isAway = false;
let looks = 0;
const purged: (readonly string[])[] = [];
let watch: ReturnType<typeof watchDuePosts>;

/** Answers as the store does. */
function answer(since: string) {
  looks++;
  if (isAway) return Promise.reject(new Error("away"));
  const now = Date.now();
  const next = dates.filter((date) => date > now).toSorted((a, b) => a - b)[0];
  return Promise.resolve({
    now: new Date(now).toISOString(),
    isDue: dates.some((date) => new Date(date).toISOString() > since && date <= now),
    next: next === undefined ? null : new Date(next).toISOString(),
  });
}

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  dates = [];
  isAway = false;
  looks = 0;
  purged.length = 0;
  const client = { fetch: (_query: string, { since }: { since: string }) => answer(since) };
  watch = watchDuePosts({
    client: client as never,
    purge: (tags) => purged.push(tags),
    log: pino({ level: "silent" }),
    retryMs: RETRY_MS,
  });
  await watch.look();
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

test("waits for the next date, and asks for nothing meanwhile", async () => {
  dates = [START + 600_000, START + 900_000];
  await watch.look();
  const before = looks;
  await vi.advanceTimersByTimeAsync(599_000);
  expect([looks - before, purged]).toEqual([0, []]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(purged).toEqual([["type:post"]]);
  await vi.advanceTimersByTimeAsync(300_000);
  expect([looks - before, purged.length]).toEqual([2, 2]);
});

test("a date that is moved forward is seen when the article changes", async () => {
  dates = [START + 3_000_000];
  await watch.look();
  dates = [START + 5_000];
  await watch.look();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(purged).toEqual([["type:post"]]);
});

test("looks once an hour where nobody is notified of changes", async () => {
  const before = looks;
  dates = [START + 1_000_000];
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([looks - before, purged]).toEqual([1, [["type:post"]]]);
});

test("a date that comes while the store is away is not missed", async () => {
  dates = [START + 60_000];
  await watch.look();
  isAway = true;
  await vi.advanceTimersByTimeAsync(60_000 + 3 * RETRY_MS);
  expect(purged).toEqual([]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(purged).toEqual([["type:post"]]);
});
