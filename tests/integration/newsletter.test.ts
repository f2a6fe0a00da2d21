import { clientFor } from "lakelet/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { receiveSubscription, receiveUnsubscribe } from "../../app/forms/newsletter/receive.server.ts";
import type { NewsletterDeps } from "../../app/forms/newsletter/receive.server.ts";
import { subscriberKey, unsubscribeUrl } from "../../app/forms/newsletter/subscriber.server.ts";
import { AppError } from "../../app/platform/errors.ts";
import { pendingSubmission } from "../../app/submissions/queue/job.ts";
import { ownFields } from "../support/form-posts.ts";
import { openQueueHarness, proxiedLake, type QueueHarness } from "../support/queue-harness.ts";

const EMAIL = "Ada@Example.com";
const ALL = '*[_type == "newsletterSubscriber"]';
const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };

const proxied = proxiedLake();
let harness: QueueHarness;
let receiver: NewsletterDeps;
beforeEach(() => {
  const client = proxied.client();
  harness = openQueueHarness(client);
  receiver = {
    client,
    queue: harness.queue,
    secret: "secret",
    throttle: async () => {},
    report: () => {},
    policy: { attempts: 2, firstPauseMs: 5, attemptTimeoutMs: 250, budgetMs: 1_000 },
  };
});
afterEach(async () => {
  proxied.proxy.clear();
  await harness.close();
  await proxied.lake.client.delete({ query: ALL });
});

const post = (body: BodyInit, headers?: Record<string, string>) =>
  new Request("http://site.test/newsletter", { method: "POST", body, ...(headers ? { headers } : {}) });
const subscribe = (email = EMAIL) =>
  receiveSubscription(post(new URLSearchParams({ email })), "192.0.2.1", receiver);
const stored = () => proxied.lake.client.fetch<{ _id: string }[]>(ALL, {}, { perspective: "raw" });

describe("a subscription", () => {
  test("is stored with exactly the specified fields under an id that does not show the address", async () => {
    expect(await subscribe(`  ${EMAIL} `)).toMatchObject({ status: 200, result: { status: "subscribed" } });
    const [document] = await stored();
    const { subscribed_at, ...fields } = ownFields(document);
    expect(fields).toEqual({ email: EMAIL, source: "popup" });
    expect(new Date(String(subscribed_at)).toISOString()).toBe(subscribed_at);
    expect(document?._id).toMatch(/^subscriber\.[0-9a-f]{64}$/);
    expect(document?._id).toBe(`subscriber.${subscriberKey("secret", EMAIL)}`);
  });

  test.each([
    ["footer", "footer"],
    ["popup", "popup"],
    ["elsewhere", "popup"],
  ])("from the source %s is stored as from %s", async (posted, source) => {
    const body = new URLSearchParams({ email: EMAIL, source: posted });
    await receiveSubscription(post(body), "192.0.2.1", receiver);
    expect((await stored()).map((document) => ownFields(document)["source"])).toEqual([source]);
  });

  test("is one however often and in whatever case the address comes, and the answer is the same", async () => {
    const first = await subscribe();
    const [before] = await stored();
    const again = await Promise.all([
      subscribe("ada@example.com"),
      subscribe("ADA@EXAMPLE.COM"),
      subscribe(),
    ]);
    for (const answer of again) expect(answer).toEqual(first);
    expect(await stored()).toEqual([before]);
  });

  test("cannot be seen without a token", async () => {
    await subscribe();
    expect(await clientFor(proxied.lake.origin).fetch(ALL, {}, { perspective: "raw" })).toEqual([]);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ["403", { kind: "status", status: 403 }, 403, "permission-denied"],
    ["400", { kind: "status", status: 400 }, 500, "internal"],
  ] as const)("fails with %s", async (_name, fault, status, code) => {
    proxied.proxy.fail({ path: /./, fault });
    expect(await subscribe()).toMatchObject({ status, result: { status: "failed", code } });
    expect(await stored()).toEqual([]);
  });

  test("is kept during an outage, and stored once afterwards", async () => {
    proxied.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
    expect(await subscribe()).toMatchObject({ status: 200, result: { status: "subscribed" } });
    expect((await subscribe("ada@example.com")).status).toBe(200);
    proxied.proxy.clear();
    await harness.drained();
    expect((await stored()).map((document) => ownFields(document)["email"])).toEqual([EMAIL]);
  });

  test("is told to be unavailable when the disk fails too", async () => {
    harness.breakDisk();
    proxied.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
    expect(await subscribe()).toMatchObject({ status: 503, result: { code: "unavailable" } });
    expect(await stored()).toEqual([]);
  });

  test.each([
    ["no address", () => post(new URLSearchParams()), 422],
    ["a bad address", () => post(new URLSearchParams({ email: "ada" })), 422],
    ["two megabytes", () => post(`email=${"x".repeat(2_000_000)}`, URLENCODED), 413],
  ])("refuses %s and writes nothing", async (_name, request, status) => {
    expect((await receiveSubscription(request(), "192.0.2.1", receiver)).status).toBe(status);
    expect(proxied.proxy.seen).toEqual([]);
  });

  test("is throttled in the words of an outage", async () => {
    receiver.throttle = async () => {
      throw new AppError("too-many-requests", "slow down");
    };
    expect(await subscribe()).toMatchObject({ status: 429, result: { code: "unavailable" } });
    expect(await stored()).toEqual([]);
  });
});

describe("leaving", () => {
  const link = (email = EMAIL, secret = "secret") =>
    unsubscribeUrl(secret, "http://site.test", subscriberKey("secret", email));
  const leave = (url: string, body: BodyInit = "", headers: Record<string, string> = URLENCODED) =>
    receiveUnsubscribe(new Request(url, { method: "POST", body, headers }), receiver);

  test("by the page's button removes the document, and leaving twice is fine", async () => {
    await subscribe();
    await subscribe("eve@example.com");
    expect(await leave(link())).toMatchObject({ status: 200, result: { status: "unsubscribed" } });
    expect((await stored()).map((document) => ownFields(document)["email"])).toEqual(["eve@example.com"]);
    expect((await leave(link())).status).toBe(200);
  });

  test("takes back a subscription that still waits for the store", async () => {
    proxied.proxy.fail({ path: /createIfNotExists|mutate/, fault: { kind: "status", status: 503 } });
    await subscribe();
    proxied.proxy.clear();
    expect((await leave(link())).status).toBe(200);
    await harness.drained();
    expect(await stored()).toEqual([]);
  });

  test.each([
    ["form", "List-Unsubscribe=One-Click", URLENCODED],
    [
      "multipart",
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      { "content-type": "multipart/form-data; boundary=b" },
    ],
  ])("by a mail program's one click, sent as %s", async (_name, body, headers) => {
    await subscribe();
    expect((await leave(link(), body, headers)).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  test("needs a good token", async () => {
    await subscribe();
    for (const url of [link(EMAIL, "forged"), "http://site.test/unsubscribe", `${link()}x`]) {
      expect(await leave(url)).toMatchObject({ status: 400, result: { status: "bad-link" } });
    }
    expect(await stored()).toHaveLength(1);
  });

  test("never happens on a mere visit", async () => {
    await subscribe();
    expect((await receiveUnsubscribe(new Request(link()), receiver)).status).toBe(405);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ["away", { kind: "status", status: 503 }],
    ["hidden behind somebody else's page", { kind: "status", status: 200, body: "<html>" }],
  ] as const)("while the store is %s is done once it is back", async (_how, fault) => {
    await subscribe();
    void proxied.proxy.fail({ path: /./, fault });
    expect(await leave(link())).toMatchObject({ status: 200, result: { status: "unsubscribed" } });
    expect((await harness.jobs.open("submission", 9)).jobs.map(pendingSubmission)).toMatchObject([
      { what: "Newsletter subscription, to be removed", who: "" },
    ]);
    proxied.proxy.clear();
    await harness.drained();
    expect(await stored()).toEqual([]);
  });

  test("while the store is away, and coming back before it is: the last word counts", async () => {
    await subscribe();
    proxied.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
    await leave(link());
    await subscribe();
    proxied.proxy.clear();
    await harness.drained();
    expect(await stored()).toHaveLength(1);

    proxied.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
    await leave(link());
    proxied.proxy.clear();
    // The store is back for whoever comes again, before the removal has got there.
    await subscribe();
    await harness.drained();
    expect(await stored()).toHaveLength(1);
  });

  test("outlives another process that has the subscription in hand", async () => {
    const rule = { path: /mutate/, fault: { kind: "status", status: 503 } } as const;
    void proxied.proxy.fail(rule);
    await subscribe();
    const [job] = (await harness.jobs.open("submission", 1)).jobs;
    expect((await leave(link())).status).toBe(200);
    // The other process read the job before it was taken back, and ends now.
    if (!job) throw new Error("Nothing waited.");
    const { id, document } = job.body as { id: string; document: object };
    await proxied.lake.client.createIfNotExists({ ...document, _id: id, _type: "newsletterSubscriber" });
    await harness.jobs.settle(job);
    proxied.proxy.clear();
    await harness.drained();
    expect(await stored()).toEqual([]);
  });

  test("says when neither store nor disk does its part, and when the store refuses", async () => {
    await subscribe();
    void proxied.proxy.fail({ path: /./, fault: { kind: "status", status: 403 } });
    expect(await leave(link())).toMatchObject({ status: 403, result: { code: "permission-denied" } });
    proxied.proxy.clear();
    void proxied.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
    harness.breakDisk();
    expect(await leave(link())).toMatchObject({ status: 503, result: { code: "unavailable" } });
  });

  test("and coming back is a new subscription", async () => {
    await subscribe();
    await leave(link());
    expect((await subscribe()).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });
});
