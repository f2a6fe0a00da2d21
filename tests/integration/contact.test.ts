import { clientFor } from "lakelet/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contactFormOf } from "../../app/forms/contact/form-fields.server.ts";
import { receiveContact } from "../../app/forms/contact/receive.server.ts";
import { contactFields } from "../../app/model/contact.ts";
import type { RetryPolicy } from "../../app/platform/content-store.server.ts";
import { AppError } from "../../app/platform/errors.ts";
import { ownFields } from "../support/form-posts.ts";
import { openQueueHarness, proxiedLake, type QueueHarness } from "../support/queue-harness.ts";

const POLICY: RetryPolicy = { attempts: 2, firstPauseMs: 5, attemptTimeoutMs: 250, budgetMs: 1_000 };
const MESSAGE = {
  ...Object.fromEntries(contactFields.map(({ name }) => [name, ""])),
  name: "Ada Lovelace",
  email: "ada@example.com",
  phone: "(212) 555-0142",
  company: "Analytical Engines",
  service: "Data Analytics",
  message: "Hello\nthere",
};
const ID = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const ALL = '*[_type == "contactSubmission"]';

/** The specified form; what an owner makes of it: contact-form.test.ts. */
const readForm = async () => contactFormOf({ settings: null, services: [], texts: null });

const proxied = proxiedLake();
let harness: QueueHarness;
let reported: AppError[];
beforeEach(() => {
  reported = [];
  harness = openQueueHarness(proxied.client());
});
afterEach(async () => {
  proxied.proxy.clear();
  await harness.close();
  await proxied.lake.client.delete({ query: ALL });
});

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://site.test/contact", { method: "POST", body, headers });
const receive = (request: Request, more: Partial<Parameters<typeof receiveContact>[2]> = {}) =>
  receiveContact(request, "192.0.2.1", {
    client: proxied.client(),
    queue: harness.queue,
    secret: "secret",
    throttle: async () => {},
    report: (error) => reported.push(error),
    policy: POLICY,
    readForm,
    ...more,
  });
const stored = () =>
  proxied.lake.client.fetch<{ _id: string; service: string; serviceLeft?: boolean }[]>(
    `${ALL} | order(_createdAt asc)`,
    {},
    { perspective: "raw" },
  );

describe("a message", () => {
  test("is stored with exactly the specified fields, trimmed, and the server's time", async () => {
    const before = new Date().toISOString();
    const answer = await receive(
      post(form({ ...MESSAGE, name: "  Ada Lovelace ", submissionId: ID, status: "read" })),
    );
    expect(answer).toMatchObject({ status: 200, result: { status: "sent" } });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const [document, ...more] = await stored();
    expect(more).toEqual([]);
    expect(document).toMatchObject({ _id: `contact.${ID}`, _type: "contactSubmission" });
    const { submitted_at, ...fields } = ownFields(document);
    expect(fields).toEqual(MESSAGE);
    expect(submitted_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(String(submitted_at) >= before && String(submitted_at) <= new Date().toISOString()).toBe(true);
    expect(JSON.stringify(answer)).not.toContain(ID);
  });

  test("keeps that a default service was not chosen, and believes it of no other", async () => {
    const left = { serviceLeft: "yes", submissionId: ID };
    await receive(post(form({ ...MESSAGE, ...left, service: "Web Development" })));
    await receive(post(form({ ...MESSAGE, serviceLeft: "yes", service: "Machine Learning" })));
    expect((await stored()).map((one) => [one.service, one.serviceLeft])).toEqual([
      ["Web Development", true],
      ["Machine Learning", undefined],
    ]);
  });

  test("without a telephone number and a company keeps the fields, empty", async () => {
    const { phone: _phone, company: _company, ...rest } = MESSAGE;
    await receive(post(form({ ...rest, submissionId: ID })));
    expect(ownFields((await stored())[0])).toMatchObject({ phone: "", company: "" });
  });

  test("cannot be seen without a token", async () => {
    await receive(post(form({ ...MESSAGE, submissionId: ID })));
    const anonymous = clientFor(proxied.lake.origin);
    expect(await anonymous.fetch(ALL)).toEqual([]);
    expect(await anonymous.fetch(ALL, {}, { perspective: "raw" })).toEqual([]);
    expect(await anonymous.getDocument(`contact.${ID}`)).toBeUndefined();
    expect(await stored()).toHaveLength(1);
  });

  test("may come as multipart too", async () => {
    const multipart = new FormData();
    for (const [name, value] of Object.entries(MESSAGE)) multipart.set(name, value);
    expect((await receive(post(multipart))).status).toBe(303);
    expect(await stored()).toHaveLength(1);
  });

  test("leaves the page without scripts, so that a reload sends nothing, and stays on it with them", async () => {
    const sent = { status: "sent" };
    expect(await receive(post(form(MESSAGE)))).toMatchObject({ status: 303, result: sent });
    const scripted = await receive(post(form({ ...MESSAGE, submissionId: ID })));
    expect(scripted).toMatchObject({ status: 200, result: sent });
  });
});

describe("once, however often it is sent", () => {
  test("five clicks at once with one id", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => receive(post(form({ ...MESSAGE, submissionId: ID })))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  test("without scripts: the same content", async () => {
    await receive(post(form(MESSAGE)));
    await receive(post(form({ ...MESSAGE, name: " Ada Lovelace " })));
    expect(await stored()).toHaveLength(1);
    await receive(post(form({ ...MESSAGE, message: "Something else" })));
    expect(await stored()).toHaveLength(2);
  });

  test("when the store's answer is lost and the write is tried again", async () => {
    proxied.proxy.fail({
      method: "POST",
      path: /\/data\/mutate\//,
      fault: { kind: "lose-answer" },
      times: 1,
    });
    expect((await receive(post(form({ ...MESSAGE, submissionId: ID })))).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  test("but never lose a text: one id with two messages keeps both, and each once", async () => {
    const other = { ...MESSAGE, message: "PS: one more thing", submissionId: ID };
    await receive(post(form({ ...MESSAGE, submissionId: ID })));
    await receive(post(form(other)));
    await receive(post(form(other)));
    expect((await stored()).map((document) => ownFields(document)["message"])).toEqual([
      "Hello\nthere",
      "PS: one more thing",
    ]);
  });
});

/** What else is an outage: app/submissions/store.test.ts. */
const OUTAGES = [
  ["503", { kind: "status", status: 503 }],
  ["an answer that is lost each time", { kind: "lose-answer" }],
] as const;

describe("a store that is away", () => {
  test.each(OUTAGES)(
    "%s: the message is taken, and is in the store once it is back",
    async (_name, fault) => {
      proxied.proxy.fail({ path: /./, fault });
      const answer = await receive(post(form({ ...MESSAGE, submissionId: ID })));
      expect(answer).toMatchObject({ status: 200, result: { status: "sent" } });
      expect(await receive(post(form({ ...MESSAGE, submissionId: ID })))).toEqual(answer);
      expect((await harness.jobs.open("submission", 9)).count).toBe(1);
      proxied.proxy.clear();
      await harness.drained();
      expect((await stored()).map(({ _id }) => _id)).toEqual([`contact.${ID}`]);
      expect(ownFields((await stored())[0])).toMatchObject(MESSAGE);
      expect(await receive(post(form({ ...MESSAGE, submissionId: ID })))).toEqual(answer);
      expect(await stored()).toHaveLength(1);
    },
  );

  test("one id with two messages keeps both, and each once, in whatever order they come", async () => {
    const other = { ...MESSAGE, message: "PS: one more thing", submissionId: ID };
    const first = { ...MESSAGE, submissionId: ID };
    await receive(post(form(first)));
    proxied.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
    await receive(post(form(other)));
    await receive(post(form({ ...first, message: "Third" })));
    await receive(post(form(other)));
    proxied.proxy.clear();
    await harness.drained();
    await receive(post(form(other)));
    const texts = (await stored()).map((document) => String(ownFields(document)["message"]));
    expect(texts.toSorted()).toEqual(["Hello\nthere", "PS: one more thing", "Third"]);
  });

  test.each(OUTAGES)(
    "%s, and the disk too: the visitor is told and keeps what was typed",
    async (_name, fault) => {
      harness.breakDisk();
      proxied.proxy.fail({ path: /./, fault });
      const answer = await receive(post(form({ ...MESSAGE, submissionId: ID })));
      expect(answer).toMatchObject({
        status: 503,
        result: { status: "failed", code: "unavailable", submission: { initialValue: MESSAGE } },
      });
      expect(reported).toMatchObject([{ code: "internal" }, { code: "unavailable" }]);
    },
  );

  test("a disk that fails alone is nobody's trouble", async () => {
    harness.breakDisk();
    expect((await receive(post(form({ ...MESSAGE, submissionId: ID })))).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });
});

describe("a store that refuses", () => {
  test.each([
    ["401", { kind: "status", status: 401 }, 403, "permission-denied"],
    ["403", { kind: "status", status: 403 }, 403, "permission-denied"],
    ["400", { kind: "status", status: 400 }, 500, "internal"],
  ] as const)("%s", async (_name, fault, status, code) => {
    proxied.proxy.fail({ path: /./, fault });
    const answer = await receive(post(form({ ...MESSAGE, submissionId: ID })));
    expect(answer).toMatchObject({ status, result: { status: "failed", code } });
    expect(answer.result).toMatchObject({ submission: { initialValue: MESSAGE } });
    expect(reported).toMatchObject([{ code }]);
    expect((await harness.jobs.open("submission", 9)).count).toBe(0);
    proxied.proxy.clear();
    expect(await stored()).toEqual([]);
    expect((await receive(post(form({ ...MESSAGE, submissionId: ID })))).status).toBe(200);
  });

  test("a token that the store does not know", async () => {
    const client = clientFor(proxied.lake.origin, "not-a-token-of-this-lake");
    const answer = await receive(post(form(MESSAGE)), { client });
    expect(answer).toMatchObject({ status: 403, result: { code: "permission-denied" } });
  });
});

describe("what is refused, with nothing written", () => {
  const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };
  test.each([
    ["empty fields", () => post(form({})), 422],
    ["JSON", () => post(JSON.stringify(MESSAGE), { "content-type": "application/json" }), 415],
    ["a repeated field", () => post(`${form(MESSAGE)}&email=eve%40example.com`, URLENCODED), 400],
    ["an id that is none", () => post(form({ ...MESSAGE, submissionId: "../siteSettings" })), 400],
    ["two megabytes", () => post(`message=${"x".repeat(2_000_000)}`, URLENCODED), 413],
    ["another method", () => new Request("http://site.test/contact", { method: "DELETE" }), 405],
  ])("%s", async (_name, request, status) => {
    const answer = await receive(request());
    expect(answer.status).toBe(status);
    expect(await stored()).toEqual([]);
    expect(proxied.proxy.seen).toEqual([]);
  });

  test("somebody who sends too much, in the words of an outage", async () => {
    const throttle = () => Promise.reject(new AppError("too-many-requests", "slow down"));
    const answer = await receive(post(form(MESSAGE)), { throttle });
    expect(answer).toMatchObject({ status: 429, result: { status: "failed", code: "unavailable" } });
    expect(answer.result).toMatchObject({ submission: { initialValue: MESSAGE } });
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await stored()).toEqual([]);
  });

  test("the errors name the fields and keep what was typed", async () => {
    const { result } = await receive(post(form({ name: "", email: "ada", message: "Hello" })));
    expect(result).toMatchObject({
      status: "invalid",
      submission: {
        status: "error",
        error: { name: ["Name is required"], email: ["Please enter a valid email address"] },
        initialValue: { email: "ada", message: "Hello" },
      },
    });
  });
});
