import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { publishScheduled } from "../../app/content/scheduled-publishing.server.ts";
import { startLake, type StartedLake } from "../../lake/test/start-lake.ts";
import { scheduleOf } from "../../studio/model/publish-schedule.ts";

const HOUR = 3_600_000;
const NOW = new Date();
const LATER = new Date(NOW.getTime() + HOUR);
const log = { info: vi.fn(), warn: vi.fn() };

let lake: StartedLake;
beforeAll(async () => {
  lake = await startLake();
});
afterAll(() => lake.stop());
beforeEach(async () => {
  await lake.writer.delete({ query: "*[defined(_id)]" });
  await lake.writer.create({ _id: "drafts.tomorrow", _type: "post", title: "Tomorrow" });
  await lake.writer.create(scheduleOf("tomorrow", new Date(NOW.getTime() + HOUR / 2).toISOString()));
});

const run = (now: Date) => publishScheduled({ clients: lake.store, log }, now);
const stored = async () => (await lake.writer.fetch<string[]>("*[defined(_id)]._id")).toSorted();

test("a draft is published when its time has come, once, by however many processes", async () => {
  expect(await run(NOW)).toBe(0);
  expect(await stored()).toEqual(["drafts.publish-tomorrow", "drafts.tomorrow"]);
  const published = await Promise.all([run(LATER), run(LATER), run(LATER)]);
  expect(published.reduce((sum, count) => sum + count)).toBe(1);
  expect(await run(LATER)).toBe(0);
  expect(await stored()).toEqual(["tomorrow"]);
});

test("a schedule left over by a crash publishes no newer draft", async () => {
  await run(LATER);
  const { publishAt, ...schedule } = scheduleOf("tomorrow", NOW.toISOString());
  await lake.writer.create({ ...schedule, publishAt });
  await lake.writer.patch("tomorrow").set({ title: "Published by hand" }).commit();
  await lake.writer.create({ _id: "drafts.tomorrow", _type: "post", title: "Just begun" });
  expect(await run(LATER)).toBe(0);
  expect(await lake.writer.getDocument("tomorrow")).toMatchObject({ title: "Published by hand" });
  expect(await stored()).toEqual(["drafts.tomorrow", "tomorrow"]);
});

test("a draft that names an unpublished document waits for it; a discarded one is forgotten", async () => {
  await lake.writer.create({ _id: "drafts.ada", _type: "author", name: "Ada" });
  const author = { _type: "reference", _ref: "ada", _weak: true, _strengthenOnPublish: { type: "author" } };
  await lake.writer.patch("drafts.tomorrow").set({ author }).commit();
  expect(await run(LATER)).toBe(0);
  expect(await stored()).toContain("drafts.publish-tomorrow");
  expect(log.warn).toHaveBeenCalled();
  await lake.writer.create({ _id: "ada", _type: "author", name: "Ada" });
  expect(await run(LATER)).toBe(1);

  await lake.writer.create(scheduleOf("gone", NOW.toISOString()));
  expect(await run(LATER)).toBe(0);
  expect(await stored()).toEqual(["ada", "drafts.ada", "tomorrow"]);
});

test("a private document is published by nobody's schedule", async () => {
  await lake.writer.create({ _id: "drafts.coupon.free", _type: "coupon" });
  await lake.writer.create({ ...scheduleOf("x", NOW.toISOString()), publishedId: "coupon.free" });
  expect(await run(LATER)).toBe(1);
  expect(await stored()).toContain("drafts.coupon.free");
});
