import { createHmac, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { startHostileSite } from "../abuse/hostile-site.ts";
import { opened } from "../support/opened.ts";
import { guardedRoutes } from "../support/route-guards.ts";

// Ids, slugs, tokens, file names and cursors of strangers on a running site: none of them becomes a part of an address of
// the content store, and none makes the site fail.

const hostile = opened(startHostileSite);
afterEach(() => hostile.proxy.clear());

const QUERY = `data/query/production?query=${encodeURIComponent('*[_type=="account"][0].passwordHash')}`;

test.each([
  `x/../../../../${QUERY}`,
  "x/../../../../operate/production/snapshot",
  "6f9619ff-8b86-4d01-b42d-00cf4fc964ff/../../../../operate/production/snapshot",
  "6f9619ff-8b86-4d01-b42d-00cf4fc964ff,account.x",
  "6f9619ff-8b86-4d01-b42d-00cf4fc964ff?includeAllVersions=true",
  "6f9619ff-8b86-4d01-b42d-00cf4fc964ff%2f..",
])("confirming the order %s asks the store nothing", async (submissionId) => {
  const body = new URLSearchParams({ intent: "confirm", submissionId });
  const { status } = await hostile.ask("/contract.data", { method: "POST", body });
  expect(
    hostile.proxy.seen.filter((request) =>
      /data\/doc(?!.*\/(?:stripeRound|moneyWatch)\.)|operate|passwordHash/.test(request),
    ),
  ).toEqual([]);
  hostile.expectKnownRequests();
  expect(status).toBe(400);
});

/** What leads elsewhere in an address, in a file system, in GROQ, in a header or in a table. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "/",
        ".",
        ",",
        "?",
        "#",
        "%",
        "..",
        "\\",
        "\0",
        "%2e%2e%2f",
        "%00",
        "../",
        "&",
        "=",
        ";",
        ":",
        "|",
      ),
      fc.constantFrom(
        "contract.",
        "account.",
        "data/query/production?query=*",
        '"]',
        "*[",
        "\r\n",
        "-",
        "\u202e",
        "\ud800",
        "é",
      ),
      fc.constantFrom(randomUUID(), `contract.${randomUUID()}`, "x", "a".repeat(140)),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pieces) => pieces.join(""));

/** As it can stand in one segment of an address: an unpaired surrogate cannot be encoded. */
const segment = (text: string) => encodeURIComponent(text.toWellFormed());

/** Hostile texts for each place that takes one. ABUSE_RUNS asks for more. */
const RUNS = Number(process.env.ABUSE_RUNS ?? 9);

/** Sends them one by one; none may be answered by an error of ours. */
async function sendAll(send: (text: string) => Promise<Response>, numRuns = RUNS): Promise<void> {
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const response = await send(text);
      await response.text();
      expect(response.status).toBeLessThan(500);
      for (const target of [response.headers.get("location")])
        if (target !== null) expect(new URL(target, hostile.site.origin).origin).toBe(hostile.site.origin);
    }),
    { numRuns },
  );
  hostile.expectKnownRequests();
}

describe("every route that takes a part of an address", () => {
  const paths = guardedRoutes(routes)
    .filter(({ path }) => /[:*]/.test(path))
    .map(({ path, action }) => [path, action !== "-"] as const);

  test.each(paths)("%s", async (path, hasAction) => {
    const at = (text: string) => path.replaceAll(/:\w+|\*/g, () => segment(text)).slice(0, 2_000);
    const body = () => new URLSearchParams({ status: "reviewed", rev: "x", intent: "revoke" });
    const ways = [
      (text: string) => hostile.ask(at(text), { admin: true }),
      (text: string) => hostile.ask(`${at(text)}.data`, { admin: true }),
      ...(hasAction
        ? [(text: string) => hostile.ask(at(text), { method: "POST", body: body(), admin: true })]
        : []),
    ];
    // All of them lead to the same route: each text goes one way, each way gets as many texts.
    let next = 0;
    const send = (text: string) => ways[next++ % ways.length]!(text);
    await expect(sendAll(send, ways.length * Math.ceil(RUNS / 2))).resolves.toBeUndefined();
  });

  test.each([
    "/lake/images/local/production/",
    "/lake/files/local/production/",
    "/lake/v2025-02-19/data/doc/production/",
  ])("%s of the lake behind it", async (path) => {
    await expect(sendAll((text) => hostile.ask(path + segment(text)))).resolves.toBeUndefined();
  });
});

describe("every parameter of an address", () => {
  test.each([
    ["/thank-you", "ref"],
    ["/unsubscribe", "token"],
    ["/login", "redirectTo"],
    ["/login", "google"],
    ["/login/reset", "token"],
    ["/login/invitation", "token"],
    ["/account", "done"],
    ["/login/google/callback", "code"],
    ["/login/google/callback", "state"],
    ["/contact", "service"],
    ["/search", "q"],
    ["/api/uploads", "draft"],
    ["/api/preview", "sanity-preview-pathname"],
    ["/admin", "contracts-page"],
    ["/admin/tables/messages", "messages-search"],
    ["/admin/tables/contracts", "contracts-sort"],
    ["/admin/tables/contracts", "contracts-status"],
    ["/admin/tables/contracts", "contracts-page"],
    ["/admin/tables/contracts", "_routes"],
  ])("%s?%s=", async (path, name) => {
    await expect(
      sendAll((text) => hostile.ask(`${path}?${name}=${segment(text)}`, { admin: true })),
    ).resolves.toBeUndefined();
  });
});

describe("every id, token and cursor in a form", () => {
  test.each([
    ["/contact.data", { name: "Ada", email: "ada@example.com", message: "Hello" }, "submissionId"],
    ["/questionnaire.data", {}, "submissionId"],
    ["/questionnaire.data", {}, "draftId"],
    ["/questionnaire.data", {}, "attachmentIds"],
    ["/contract", {}, "intent"],
    ["/contract", { intent: "place" }, "submissionId"],
    ["/contract", { intent: "coupon" }, "couponCode"],
    ["/contract", { intent: "confirm" }, "submissionId"],
    ["/contract", { intent: "draft", "contactInfo.email": "ada@example.com" }, "submissionId"],
    ["/login", { email: "ada@example.com", password: "x" }, "redirectTo"],
    ["/login/google", {}, "redirectTo"],
    ["/admin/people", { intent: "revoke" }, "id"],
    ["/admin/contracts/new", {}, "submissionId"],
    ["/admin/contracts/new", {}, "__intent__"],
    ["/admin/contracts/contract.x", { status: "reviewed" }, "rev"],
    [`/admin/contracts/adminContract.${randomUUID()}/link`, { intent: "mail" }, "nonce"],
    [`/admin/contracts/adminContract.${randomUUID()}/link`, { intent: "renew" }, "days"],
  ] as const)("%s, %o and %s", async (path, fields, name) => {
    await expect(
      sendAll((text) => {
        const body = new URLSearchParams({ ...fields, [name]: text.toWellFormed() });
        return hostile.ask(path, { method: "POST", body, admin: path.startsWith("/admin/") });
      }),
    ).resolves.toBeUndefined();
  });

  test.each(["submissionId", "confirmation", "offer", "paymentMethodId"])(
    "the payment request's %s",
    async (name) => {
      const known = {
        amount: 1_200,
        currency: "usd",
        paymentMethodId: "pm_1",
        email: "a@example.com",
        name: "Ada",
      };
      await expect(
        sendAll((text) => {
          const body = JSON.stringify({ ...known, services: {}, submissionId: randomUUID(), [name]: text });
          const headers = { "content-type": "application/json" };
          return hostile.ask("/api/payment-intent", { method: "POST", body, headers });
        }),
      ).resolves.toBeUndefined();
    },
  );
});

describe("uploads", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const TUS = { "tus-resumable": "1.0.0" };

  test.each(["key", "draft", "filename", "sha256"])("announced with a hostile %s", async (name) => {
    await expect(
      sendAll((text) => {
        const metadata = { key: randomUUID(), draft: randomUUID(), filename: "plan.pdf", [name]: text };
        const words = Object.entries(metadata).map(([key, value]) => `${key} ${base64(value)}`);
        const headers = { ...TUS, "upload-length": "4", "upload-metadata": words.join(",") };
        return hostile.ask("/api/uploads", { method: "POST", headers });
      }),
    ).resolves.toBeUndefined();
  });

  test.each(["HEAD", "PATCH", "DELETE"])("asked for by %s under a hostile id", async (method) => {
    const headers = { ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream" };
    await expect(
      sendAll((text) => hostile.ask(`/api/uploads/${segment(text)}`, { method, headers })),
    ).resolves.toBeUndefined();
  });
});

describe("signed webhooks", () => {
  const signed = (payload: string) => {
    const time = Math.floor(Date.now() / 1_000);
    const mac = createHmac("sha256", hostile.webhookSecret).update(`${time}.${payload}`).digest("hex");
    return { "stripe-signature": `t=${time},v1=${mac}`, "content-type": "application/json" };
  };
  const deliver = (event: object) => {
    const body = JSON.stringify({ object: "event", ...event });
    return hostile.ask("/webhooks/stripe", { method: "POST", body, headers: signed(body) });
  };

  test("with a hostile id of the event, of the order and of the invoice", async () => {
    await expect(
      sendAll((text) => deliver({ id: text, type: "invoice.paid", data: { object: { id: "in_1" } } })),
    ).resolves.toBeUndefined();
    await expect(
      sendAll((text) => {
        const object = { id: `pi_${randomUUID()}`, metadata: { contractId: text } };
        return deliver({ id: `evt_${randomUUID()}`, type: "payment_intent.succeeded", data: { object } });
      }),
    ).resolves.toBeUndefined();
    await expect(
      sendAll((text) => {
        const object = { id: text, metadata: { contractId: `contract.${randomUUID()}` } };
        return deliver({ id: `evt_${randomUUID()}`, type: "invoice.paid", data: { object } });
      }),
    ).resolves.toBeUndefined();
  });
});
