import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { contactFormOf } from "../../app/forms/contact/form-fields.server.ts";
import { contactEmails, receiveContact } from "../../app/forms/contact/receive.server.ts";
import { filePath } from "../../app/forms/questionnaire/questionnaire-result.ts";
import { receiveQuestionnaire } from "../../app/forms/questionnaire/receive.server.ts";
import { questions } from "../../app/model/questionnaire-steps.ts";
import { SubmissionQueue } from "../../app/submissions/queue/submission-queue.server.ts";
import { openQueueHarness, proxiedLake, type QueueHarness } from "../support/queue-harness.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { answerOf } from "../support/sample-submissions.ts";
import { WAIT } from "../support/timeouts.ts";
import { UploadHarness } from "../support/upload-harness.ts";

const POLICY = { attempts: 1, firstPauseMs: 5, attemptTimeoutMs: 250, budgetMs: 500 };
const MUTATE = /\/data\/mutate\//;

const proxied = proxiedLake();
let harness: QueueHarness;
beforeEach(() => {
  harness = openQueueHarness(proxied.client());
});
afterEach(async () => {
  proxied.proxy.clear();
  await harness.close();
});

const base = () => ({
  client: proxied.client(),
  queue: harness.queue,
  secret: "secret",
  report: () => {},
  policy: POLICY,
  readForm: async () => contactFormOf({ settings: null, services: [], texts: null }),
});
const post = (fields: Record<string, string>) =>
  new Request("http://site.test/", { method: "POST", body: new URLSearchParams(fields) });
const until = (reached: () => boolean | Promise<boolean>) => vi.waitUntil(reached, { ...WAIT, interval: 10 });

async function sendMessage(more: object = {}): Promise<string> {
  const submissionId = randomUUID();
  const fields = { name: "Ada", email: "ada@example.com", message: "Hello", submissionId };
  const { status } = await receiveContact(post(fields), "192.0.2.1", { ...base(), ...more });
  expect(status).toBe(200);
  return `contact.${submissionId}`;
}
const isStored = async (id: string) => Boolean(await proxied.lake.client.getDocument(id));

describe("a store that comes back and then refuses", () => {
  async function refuse(): Promise<string> {
    proxied.proxy.fail({ method: "POST", path: MUTATE, fault: { kind: "status", status: 503 } });
    const id = await sendMessage();
    proxied.proxy.clear();
    proxied.proxy.fail({ method: "POST", path: MUTATE, fault: { kind: "status", status: 403 } });
    await until(async () => (await harness.jobs.get("submission", id))?.state === "dead");
    expect(await isStored(id)).toBe(false);
    proxied.proxy.clear();
    return id;
  }

  test("leaves the submission to an admin, who tries again", async () => {
    const id = await refuse();
    await harness.queue.retry();
    await harness.drained();
    expect(await isStored(id)).toBe(true);
  });

  test("and is asked again when the site starts again", async () => {
    const id = await refuse();
    await harness.queue.stop();
    const silent = { info: () => {}, error: () => {} };
    const next = new SubmissionQueue({ store: harness.jobs, client: proxied.client(), log: silent });
    next.start();
    await harness.drained();
    await next.stop();
    expect(await isStored(id)).toBe(true);
  });
});

test("a submission and its mails are put down in one step, and the mails do not wait for the store", async () => {
  proxied.proxy.fail({ method: "POST", path: MUTATE, fault: { kind: "hang" } });
  const site = { publicUrl: "https://site.test", adminEmails: ["grace@example.com"], secret: "secret" };
  const id = await sendMessage({ emails: contactEmails(site) });
  expect(await harness.jobs.get("submission", id)).not.toBeNull();
  expect(await harness.jobs.get("mail", `${id}/confirmation/ada@example.com`)).not.toBeNull();
  expect(await harness.jobs.get("mail", `${id}/notice/grace@example.com`)).not.toBeNull();
});

test("a mail that cannot be put down costs nobody an answer", async () => {
  harness.breakDisk();
  const reported: unknown[] = [];
  const site = { publicUrl: "https://site.test", adminEmails: [], secret: "secret" };
  const id = await sendMessage({
    emails: contactEmails(site),
    report: (error: unknown) => reported.push(error),
  });
  expect(await isStored(id)).toBe(true);
  expect(reported).toMatchObject([{ code: "internal" }]);
});

test("a questionnaire keeps its files through an outage", async () => {
  const uploads = new UploadHarness();
  await uploads.open();
  const file = randomUUID();
  await uploads.create(sampleFiles.pdf.length, { key: file, draft: uploads.draft, filename: "a.pdf" });
  await uploads.call(
    "PATCH",
    `/${file}`,
    { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    sampleFiles.pdf,
  );
  const answers = questions
    .filter(({ required }) => required)
    .map(({ name, kind }) => [name, answerOf(kind, "x")]);
  const submissionId = randomUUID();
  const fields = {
    ...Object.fromEntries(answers),
    submissionId,
    draftId: uploads.draft,
    attachmentIds: file,
  } as Record<string, string>;
  proxied.proxy.fail({ method: "POST", path: MUTATE, fault: { kind: "drop" } });
  const answer = await receiveQuestionnaire(post(fields), "192.0.2.1", {
    ...base(),
    storage: uploads.storage,
  });
  expect(answer.status).toBe(200);
  // Kept for good already: no sweep asks the store for it.
  expect((await uploads.storage.get(file))?.stored?.claim).toMatchObject({ confirmed: true });
  proxied.proxy.clear();
  await harness.drained();
  const stored = await proxied.lake.client.getDocument(`questionnaire.${submissionId}`);
  expect(stored?.["additionalInfo"].attachments).toMatchObject([{ name: "a.pdf", url: filePath(file) }]);
  expect(await proxied.lake.client.getDocument(`storedFile.${file}`)).toMatchObject({
    _type: "storedFile",
    subject: `questionnaire.${submissionId}`,
    url: filePath(file),
    contentType: "application/pdf",
    size: sampleFiles.pdf.length,
    customMetadata: { fileName: "a.pdf" },
  });
  await uploads.end();
});

describe("a queue that is full", () => {
  test("while the store is away: the form says so, and takes it once the store is back", async () => {
    await harness.close();
    harness = openQueueHarness(proxied.client(), {}, 64 * 1024);
    void proxied.proxy.fail({ method: "POST", path: MUTATE, fault: { kind: "status", status: 503 } });
    const taken: string[] = [];
    const send = async () => {
      const submissionId = randomUUID();
      const message = `${submissionId} ${"x".repeat(4_000)}`;
      const fields = { name: "Ada", email: "ada@example.com", message, submissionId };
      const { status, result } = await receiveContact(post(fields), "192.0.2.1", base());
      if (status === 200) taken.push(`contact.${submissionId}`);
      return { status, result };
    };
    await vi.waitUntil(async () => (await send()).status !== 200, { ...WAIT, interval: 0 });
    expect(await send()).toMatchObject({ status: 503, result: { status: "failed", code: "unavailable" } });
    expect(taken.length).toBeGreaterThan(3);
    proxied.proxy.clear();
    await harness.drained();
    for (const id of taken) expect(await isStored(id)).toBe(true);
    expect((await send()).status).toBe(200);
  });
});
