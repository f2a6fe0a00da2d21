import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clientFor } from "lakelet/testing";
import type { Fault } from "stand-ins/fault-proxy";
import { beforeAll, expect, test } from "vitest";
import { listOutbox } from "../../app/email/transports.server.ts";
import { questions } from "../../app/model/questionnaire-steps.ts";
import { pageToken } from "../support/form-posts.ts";
import { killableSite } from "../support/killable-site.ts";
import { answerOf } from "../support/sample-submissions.ts";

// A real site process is killed (SIGKILL) in the middle of submissions while its store fails in every way, and started
// again. Whatever it said yes to is in the store in the end, once.

const { lake, proxy, site } = killableSite(() => ({
  SESSION_SECRET: "a secret of the tests",
  // Each post comes from a visitor of its own.
  TRUST_PROXY: "true",
}));
let formToken: { formToken: string };
beforeAll(async () => {
  formToken = await pageToken(site.origin);
});

const answers = Object.fromEntries(
  questions.filter(({ required }) => required).map(({ name, kind }) => [name, answerOf(kind, `${name}!`)]),
);

interface Visit {
  path: string;
  fields: Record<string, string>;
  /** Finds the submission in the store. */
  found: string;
  mark: string;
}

function visit(index: number): Visit {
  const mark = randomUUID();
  const email = `${mark}@example.com`;
  if (index % 3 === 0) {
    const fields = { name: "Ada", email, message: mark, submissionId: randomUUID() };
    return { path: "/contact.data", fields, mark, found: `*[_type == "contactSubmission"].message` };
  }
  if (index % 3 === 1) {
    const found = `*[_type == "newsletterSubscriber"].email`;
    return { path: "/newsletter.data", fields: { email }, mark: email, found };
  }
  const fields = {
    ...answers,
    "contactInfo.email": email,
    "homePage.mainHeadline": mark,
    submissionId: randomUUID(),
  };
  const found = `*[_type == "clientQuestionnaire"].homePage.mainHeadline`;
  return { path: "/questionnaire.data", fields, mark, found };
}

let visitors = 0;

/** Posts a form; true when the site said that it has it. */
async function send({ path, fields }: Visit): Promise<boolean> {
  visitors += 1;
  const headers = {
    origin: site.origin,
    "x-forwarded-for": `10.0.${visitors >> 8}.${visitors & 255}`,
  };
  const body = new URLSearchParams({ ...fields, ...formToken });
  return fetch(site.origin + path, { method: "POST", body, headers }).then(
    (response) => response.ok,
    () => false,
  );
}

async function stored(query: string): Promise<string[]> {
  const client = clientFor(lake.origin, lake.lake.tokens.write);
  return client.fetch<string[]>(query, {}, { perspective: "raw" });
}

const OUTAGES: Fault[] = [
  { kind: "status", status: 503 },
  { kind: "lose-answer" },
  { kind: "hang" },
  { kind: "hang-after" },
  { kind: "drop" },
];

test("every submission that was acknowledged is found exactly once", async () => {
  const acknowledged = new Map<string, Visit>();
  let kills = 0;
  async function sendAndNote(one: Visit): Promise<void> {
    if (await send(one)) acknowledged.set(one.mark, one);
  }
  for (const [round, fault] of OUTAGES.entries()) {
    const visits = Array.from({ length: 12 }, (_, index) => visit(index));
    proxy.fail({ method: "POST", path: /\/data\/mutate\//, fault });
    const sent = visits.map(sendAndNote);
    // Killed before, while and after the first answers.
    await Promise.race([Promise.all(sent), sleep(round * 700)]);
    await site.kill();
    kills += 1;
    await Promise.all(sent);
    // The store comes back under some of the drains, and some are cut off by the next kill.
    if (round % 2 === 0) proxy.clear();
    await site.start();
    // Who had no answer tries again, as visitors do; some send what was taken once more.
    await Promise.all(visits.map(sendAndNote));
  }
  await site.kill();
  proxy.clear();
  await site.start();

  expect(kills).toBe(OUTAGES.length);
  expect(acknowledged.size).toBe(12 * OUTAGES.length);
  const visits = [...acknowledged.values()];
  for (const query of new Set(visits.map(({ found }) => found))) {
    const expected = visits.filter(({ found }) => found === query).map(({ mark }) => mark);
    await expect
      .poll(async () => (await stored(query)).toSorted(), { interval: 250 })
      .toEqual(expected.toSorted());
  }
  // And nothing more comes: what was drained is gone from the queue.
  await site.kill();
  await site.start();
  await sleep(1_500);
  for (const query of new Set(visits.map(({ found }) => found))) {
    expect((await stored(query)).length).toBe(visits.filter(({ found }) => found === query).length);
  }
  // Who was told yes has one mail that says so.
  const outbox = join(lake.directory, "site/outbox");
  await expect.poll(async () => (await listOutbox(outbox)).length).toBe(visits.length);
});
