import { expect, test } from "vitest";
import type { ReadClient } from "../platform/content-store.server.ts";
import type { NewJob } from "../submissions/queue/job.ts";
import { createDigest, digestTimes } from "./digest.server.ts";

const times = (now: string, hour: number) =>
  digestTimes(new Date(now), hour, 3).map((time) => time.toISOString());

test("the hour is that of the company, also when the clocks change", () => {
  expect(times("2026-11-22T18:00:00Z", 8)).toEqual([
    "2026-11-22T13:00:00.000Z",
    "2026-11-21T13:00:00.000Z",
    "2026-11-20T13:00:00.000Z",
  ]);
  expect(times("2026-11-02T14:00:00Z", 8).slice(0, 3)).toEqual([
    "2026-11-02T13:00:00.000Z",
    "2026-11-01T13:00:00.000Z",
    "2026-10-31T12:00:00.000Z",
  ]);
  // There is no 2 o'clock on March 8, and two times 1 o'clock on November 1.
  expect(times("2026-03-09T12:00:00Z", 2)[1]).toBe("2026-03-07T07:00:00.000Z");
  expect(times("2026-11-02T14:00:00Z", 1)[1]).toBe("2026-11-01T05:00:00.000Z");
});

const site = {
  publicUrl: "https://site.test",
  adminEmails: ["ada@example.com", "grace@example.com"],
  secret: "a secret of sixteen letters",
  hasDigest: true,
};

async function sentAt(now: string, arrived: object[], hour = 8) {
  const jobs: NewJob[] = [];
  const readClient = { fetch: async () => arrived } as unknown as ReadClient;
  const queue = { send: async (some: readonly NewJob[]) => void jobs.push(...some) };
  await createDigest({ readClient, queue, site, hour, clock: () => new Date(now) })();
  return jobs;
}
const message = (at: string, more: object = {}) => ({
  _id: `contact.${at}`,
  _type: "contactSubmission",
  at,
  name: "Zoë",
  suspected: false,
  ...more,
});

test("each day with submissions has one email for each admin, whenever the job runs", async () => {
  const arrived = [message("2026-11-20T20:00:00Z"), message("2026-11-22T12:59:00Z", { suspected: true })];
  const jobs = await sentAt("2026-11-22T13:06:00Z", arrived);
  expect(jobs.map(({ id }) => id)).toEqual([
    "digest.2026-11-21/digest/ada@example.com",
    "digest.2026-11-21/digest/grace@example.com",
    "digest.2026-11-22/digest/ada@example.com",
    "digest.2026-11-22/digest/grace@example.com",
  ]);
  expect(jobs[2]?.body).toMatchObject({
    subject: "1 new submission (November 22, 2026)",
    props: { count: 1, listed: [{ text: "Suspected: message of Zoë" }], url: "https://site.test/admin" },
  });
  expect(await sentAt("2026-11-23T02:00:00Z", arrived)).toEqual(jobs);
});

test("what comes in the hour that November 1 has twice is in the digest of the next day", async () => {
  const arrived = [message("2026-11-01T04:30:00Z"), message("2026-11-01T05:30:00Z")];
  const dates = async (now: string) =>
    new Set((await sentAt(now, arrived, 1)).map(({ id }) => id.split("/")[0]));
  expect(await dates("2026-11-01T05:06:00Z")).toEqual(new Set(["digest.2026-11-01"]));
  expect(await dates("2026-11-02T06:06:00Z")).toEqual(new Set(["digest.2026-11-01", "digest.2026-11-02"]));
});

test("nothing is sent when nothing came, and a long list is cut", async () => {
  expect(await sentAt("2026-11-22T13:06:00Z", [])).toEqual([]);
  const many = Array.from({ length: 60 }, (_one, n) =>
    message(`2026-11-22T10:00:${String(n).padStart(2, "0")}Z`),
  );
  const [job] = await sentAt("2026-11-22T14:00:00Z", many);
  expect(job?.body).toMatchObject({ props: { count: 60, listed: { length: 50 } } });
});
