import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { publishScheduled } from "../../app/content/scheduled-publishing.server.ts";
import type { Role } from "../../app/model/roles.ts";
import { serveLake, type ServedLake } from "lakelet/testing";
import { scheduleIdOf, scheduleOf } from "../../studio/model/publish-schedule.ts";

const HOUR = 3_600_000;
const NOW = new Date();
const SCHEDULE = "drafts.publish-tomorrow";
const LATER = new Date(NOW.getTime() + HOUR);
const log = { info: vi.fn(), warn: vi.fn() };

let lake: ServedLake;
const EDITH = { id: "edith", name: "Edith", email: "edith@example.com", role: "editor" } as const;
let roleOfEdith: Role | null;
beforeAll(async () => {
  const userOf = async ({ headers }: Pick<Request, "headers">) => (headers.has("cookie") ? EDITH : null);
  lake = await serveLake({ session: { userOf, loginPath: "/login", signOut: async () => [] } });
});
afterAll(() => lake.close());
beforeEach(async () => {
  roleOfEdith = "editor";
  await lake.writer.delete({ query: "*[defined(_id)]" });
  await lake.writer.create({ _id: "drafts.tomorrow", _type: "post", title: "Tomorrow" });
  await lake.writer.create(scheduleOf("tomorrow", new Date(NOW.getTime() + HOUR / 2).toISOString()));
});

const roleOf = async (author: string) => (author === EDITH.id ? roleOfEdith : null);
const run = (now: Date) => publishScheduled({ clients: lake.store, roleOf, log }, now);

/** Writes with Edith's session, as the Studio does. */
async function asEdith(...mutations: object[]): Promise<number> {
  const url = `${lake.origin}/v2025-02-19/data/mutate/production`;
  const headers = { cookie: "session=edith", "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify({ mutations }) })).status;
}
const soon = () => scheduleOf("tomorrow", new Date(NOW.getTime() + HOUR / 2).toISOString());
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

test("a draft that names an unpublished document waits for it, less and less often; a discarded one is forgotten", async () => {
  await lake.writer.create({ _id: "drafts.ada", _type: "author", name: "Ada" });
  const author = { _type: "reference", _ref: "ada", _weak: true, _strengthenOnPublish: { type: "author" } };
  await lake.writer.patch("drafts.tomorrow").set({ author }).commit();
  log.warn.mockClear();
  const problem = "It refers to “Ada”, which is not published. Publish that first.";
  const pauses: number[] = [];
  let now = LATER;
  for (let attempt = 1; attempt <= 7; attempt++) {
    expect(await run(now)).toBe(0);
    const schedule = await lake.writer.getDocument(SCHEDULE);
    expect(schedule).toMatchObject({ problem, failures: attempt });
    expect(await run(now)).toBe(0);
    expect(await lake.writer.getDocument(SCHEDULE)).toEqual(schedule);
    const retryAt = Date.parse(String(schedule?.["retryAt"]));
    pauses.push((retryAt - now.getTime()) / 1000);
    now = new Date(retryAt);
  }
  expect(pauses).toEqual([20, 40, 80, 160, 320, 600, 600]);
  expect(log.warn.mock.calls).toEqual([
    [{ publishedId: "tomorrow", problem }, "content: not published as scheduled, tried again"],
  ]);
  await lake.writer.create({ _id: "ada", _type: "author", name: "Ada" });
  expect(await run(now)).toBe(1);

  await lake.writer.create(scheduleOf("gone", NOW.toISOString()));
  expect(await run(LATER)).toBe(0);
  expect(await stored()).toEqual(["ada", "drafts.ada", "tomorrow"]);
});

test("a schedule that failed publishes no draft that was begun after its document was published by hand", async () => {
  const author = { _type: "reference", _ref: "nobody", _weak: true };
  await lake.writer
    .patch("drafts.tomorrow")
    .set({ author: { ...author, _strengthenOnPublish: { type: "author" } } })
    .commit();
  await run(LATER);
  expect(await lake.writer.getDocument(SCHEDULE)).toMatchObject({
    problem: "It refers to a document, which is not published. Publish that first.",
  });
  await lake.writer.create({ _id: "tomorrow", _type: "post", title: "Published by hand" });
  await lake.writer.patch("drafts.tomorrow").unset(["author"]).commit();
  expect(await run(new Date(LATER.getTime() + HOUR))).toBe(0);
  expect(await stored()).toEqual(["drafts.tomorrow", "tomorrow"]);
});

test("an editor's schedule publishes while the editor may, and whoever else schedules it again answers for it", async () => {
  expect(await asEdith({ createOrReplace: soon() })).toBe(200);
  roleOfEdith = null;
  log.warn.mockClear();
  expect([await run(LATER), await run(LATER)]).toEqual([0, 0]);
  expect(await stored()).toEqual([SCHEDULE, "drafts.tomorrow"]);
  const problem = expect.stringContaining("may no longer publish") as string;
  expect(await lake.writer.getDocument(SCHEDULE)).toMatchObject({ problem, isDropped: true });
  expect(log.warn).toHaveBeenCalledTimes(1);
  // A role that comes back does not bring the schedule back, the write token's own schedule does.
  roleOfEdith = "editor";
  expect(await run(new Date(LATER.getTime() + HOUR))).toBe(0);
  await lake.writer.createOrReplace(soon());
  expect(await run(LATER)).toBe(1);

  await lake.writer.create({ _id: "drafts.tomorrow", _type: "post", title: "Again" });
  expect(await asEdith({ createOrReplace: scheduleOf("tomorrow", LATER.toISOString()) })).toBe(200);
  expect(await run(LATER)).toBe(1);
  expect(await lake.writer.getDocument("tomorrow")).toMatchObject({ title: "Again" });
});

test("a dropped schedule goes with its draft; a bookkeeper's publishes nothing", async () => {
  await asEdith({ createOrReplace: soon() });
  roleOfEdith = "bookkeeper";
  expect(await run(LATER)).toBe(0);
  await lake.writer.delete("drafts.tomorrow");
  expect(await run(LATER)).toBe(0);
  expect(await stored()).toEqual([]);
});

test.each([
  ["names another author", { scheduledBy: "robot-write" }],
  ["says that the site has tried it before", { scheduledBy: "ada", failures: 1, retryAt: "" }],
])("a former editor's schedule that %s publishes nothing", async (_case, more) => {
  await asEdith({ createOrReplace: { ...soon(), ...more } });
  roleOfEdith = null;
  expect(await run(LATER)).toBe(0);
  expect(await lake.writer.getDocument(SCHEDULE)).toMatchObject({ scheduledBy: "edith", isDropped: true });
});

test("a former editor's schedule that failed, and one that the site itself published, publish nothing", async () => {
  const author = { _type: "reference", _ref: "ada", _weak: true, _strengthenOnPublish: { type: "author" } };
  await lake.writer.patch("drafts.tomorrow").set({ author }).commit();
  await asEdith({ createOrReplace: soon() });
  expect(await run(LATER)).toBe(0);
  expect(await lake.writer.getDocument(SCHEDULE)).toMatchObject({ failures: 1 });
  await asEdith(
    { create: { ...soon(), _id: "drafts.publish-hidden", publishAt: LATER.toISOString() } },
    { create: { ...scheduleOf("publish-hidden", NOW.toISOString()), _id: "drafts.publish-chain" } },
  );
  // The site writes what the second one publishes: a schedule without an editor behind it.
  await run(NOW);
  roleOfEdith = null;
  await lake.writer.create({ _id: "ada", _type: "author", name: "Ada" });
  expect(await run(new Date(LATER.getTime() + HOUR))).toBe(0);
  expect(await stored()).not.toContain("tomorrow");
});

test("a schedule is moved and cancelled, also one that failed", async () => {
  await lake.writer.patch(SCHEDULE).set({ problem: "It failed.", failures: 6, retryAt: "2999" }).commit();
  const moved = new Date(NOW.getTime() + 2 * HOUR);
  await lake.writer.createOrReplace(scheduleOf("tomorrow", moved.toISOString()));
  expect(await lake.writer.getDocument(SCHEDULE)).not.toHaveProperty("problem");
  expect(await run(LATER)).toBe(0);
  expect(await stored()).toEqual([SCHEDULE, "drafts.tomorrow"]);
  await lake.writer.delete(scheduleIdOf("tomorrow"));
  expect(await run(new Date(moved.getTime() + HOUR))).toBe(0);
  expect(await stored()).toEqual(["drafts.tomorrow"]);
});

test("a private document is published by nobody's schedule", async () => {
  await lake.writer.create({ _id: "drafts.coupon.free", _type: "coupon" });
  await lake.writer.create({ ...scheduleOf("x", NOW.toISOString()), publishedId: "coupon.free" });
  expect(await run(LATER)).toBe(1);
  expect(await stored()).toContain("drafts.coupon.free");
});
