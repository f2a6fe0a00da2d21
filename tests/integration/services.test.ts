import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { startJobs, type RunningJobs } from "../../app/jobs.server.ts";
import { createServices } from "../../app/services.server.ts";
import { messageFields } from "../abuse/abuse-harness.ts";
import { openServices, type TestServices } from "../support/services.ts";
import { WAIT } from "../support/timeouts.ts";

const CALLER = "192.0.2.1";

const opened: TestServices[] = [];
const running: RunningJobs[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function open(env: Record<string, string> = {}): Promise<TestServices> {
  const services = await openServices(env);
  opened.push(services);
  return services;
}

const start = ({ services }: TestServices): RunningJobs => {
  const jobs = startJobs(services);
  running.push(jobs);
  return jobs;
};

const contactPost = ({ services }: Pick<TestServices, "services">, fields: Record<string, string> = {}) =>
  new Request("http://site.test/contact.data", {
    method: "POST",
    body: new URLSearchParams({ ...messageFields(fields), formToken: services.formTokens.forPage() }),
  });
const mailsIn = ({ dataDir }: TestServices) => {
  const outbox = join(dataDir, "outbox");
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith(".eml")) : [];
};
const storedIn = ({ services }: TestServices) =>
  services.clients.readClient.fetch<number>(
    `count(*[_type == "contactSubmission"])`,
    {},
    { perspective: "raw" },
  );
const until = (reached: () => unknown) => vi.waitUntil(reached, { ...WAIT, interval: 10 });

test("a message is stored in the lake of this process, and nothing leaves before the jobs are started", async () => {
  const site = await open();
  const submissionId = randomUUID();
  expect(await site.services.contact.receive(contactPost(site, { submissionId }), CALLER)).toMatchObject({
    status: 200,
  });
  expect(await storedIn(site)).toBe(1);
  expect(await site.services.admin.outbox.countPending()).toBe(0);
  expect(mailsIn(site)).toEqual([]);
  start(site);
  await until(() => mailsIn(site).length === 1);
});

test("what is kept while the store is away is stored by the jobs, and not any more once they are stopped", async () => {
  const site = await open();
  const { queue } = site.services;
  const submission = (id: string) => ({
    type: "contactSubmission",
    id: `contact.${id}`,
    document: { name: "Ada Lovelace", email: "ada@example.com", message: "Hello" },
  });
  await queue.put(submission(randomUUID()));
  expect(await storedIn(site)).toBe(0);
  const jobs = start(site);
  await until(async () => (await site.services.admin.outbox.countPending()) === 0);
  expect(await storedIn(site)).toBe(1);
  await jobs.stop();
  await queue.put(submission(randomUUID()));
  await queue.retry();
  expect(await site.services.admin.outbox.countPending()).toBe(1);
});

test("stopping waits for periodic jobs, but not for ever", async () => {
  const { services } = await open();
  let end = () => {};
  const removeStalled = () => new Promise<void>((resolve) => void (end = resolve));
  const stall = vi.spyOn(services.files, "removeStalled").mockImplementation(removeStalled);
  const stopped = vi.fn<() => void>();
  for (const isEnding of [true, false]) {
    const jobs = startJobs(services);
    await until(() => stall.mock.calls.length > 0);
    stall.mockClear();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const stopping = jobs.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(stopped).not.toHaveBeenCalled();
    if (isEnding) end();
    else await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await stopping;
    stopped.mockClear();
  }
});

test("two sites in one process share nothing", async () => {
  const [one, two] = [await open(), await open()];
  await one.services.contact.receive(contactPost(one), CALLER);
  expect([await storedIn(one), await storedIn(two)]).toEqual([1, 0]);
  const user = { uid: "u", email: "a@example.com", name: null, picture: null, provider: "password" } as const;
  const cookie = (await one.services.auth.visitors.signIn(new Request("http://site.test"), user, null)).split(
    ";",
    1,
  )[0];
  const visit = new Request("http://site.test", { headers: { cookie: cookie ?? "" } });
  expect((await one.services.auth.visitors.stateOf(visit)).user?.email).toBe("a@example.com");
  expect((await two.services.auth.visitors.stateOf(visit)).user).toBeNull();
});

test("making the services starts no timer; jobs do", async () => {
  const site = await open();
  const { services, lake } = site;
  const timers = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "setInterval")];
  const calls = () => timers.flatMap(({ mock }) => mock.calls).length;
  try {
    const again = createServices(services.env, lake.fetch);
    expect(calls()).toBe(0);
    opened.push({ ...site, close: async () => again.close() });
    running.push(startJobs(again));
    expect(calls()).toBeGreaterThan(0);
  } finally {
    for (const timer of timers) timer.mockRestore();
  }
});

test("page views are stored with the next flush", async () => {
  const { services } = await open();
  services.analytics.record("2026-11-21", "/about");
  await services.analytics.flush();
  const query = `*[_id == "pageView.2026-11-21"][0].paths[].path`;
  expect(await services.clients.readClient.fetch(query, {}, { perspective: "raw" })).toEqual(["/about"]);
});

test("a caller that begins forms without end gets the page's token", async () => {
  const { services } = await open();
  const begin = () => services.formTokens.forFocus(CALLER, null);
  for (let begun = 0; begun < 60; begun += 1) expect(await begin()).toMatch(/^begun-/);
  expect(await begin()).toBe(services.formTokens.forPage());
});

test("closing leaves no database of the queue's directory open", async () => {
  const { services, lake, dataDir } = await openServices();
  const queue = () => readdirSync(join(dataDir, "queue"));
  try {
    await services.contact.receive(contactPost({ services }), CALLER);
    expect(queue()).toContain("usage.sqlite-wal");
    services.close();
    // SQLite deletes the log with the last connection.
    expect(queue().filter((name) => name.endsWith("-wal"))).toEqual([]);
  } finally {
    await lake.close();
    rmSync(dataDir, { recursive: true });
  }
});
