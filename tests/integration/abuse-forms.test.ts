import { beforeAll, describe, expect, test, vi } from "vitest";
import { messageFields, openAbuseHarness, orderFields, questionnaireFields } from "../abuse/abuse-harness.ts";
import { actionResult } from "../support/form-posts.ts";
import { BEGINS_AS_FORMULA } from "../support/hostile-texts.ts";
import { opened } from "../support/opened.ts";
import { csvRows } from "../support/read-table.ts";
import { WAIT } from "../support/timeouts.ts";

// Posts hostile text to the forms of a running site and looks where it appears. SECURITY.md lists the threats and their tests.

const harness = opened(openAbuseHarness);

const form = (fields: Record<string, string>) => new URLSearchParams({ ...fields, ...harness.mark });
type Document = Record<string, unknown> & { _id: string };
const stored = (type: string, id: string) =>
  harness.store.fetch<Document | null>(`*[_type == $type && _id == $id][0]`, { type, id });

/** A formula, a script, a handler, the end of a GROQ filter and of an attribute. Shorter than the shortest field. */
const WORDS = `=HYPERLINK("x")<script>evil()</script><img src=x onerror=evil()>'" || true] | order(_id)[0..9] //`;
/** Matches the text in a page that did not escape it. */
const ALIVE = /<script>evil|<img src=x/;

describe("words that are code somewhere else", () => {
  const ids = { contact: "", questionnaire: "", contract: "" };

  beforeAll(async () => {
    const message = messageFields({ name: WORDS, company: WORDS, message: WORDS });
    const questionnaire = questionnaireFields(WORDS);
    const order = orderFields(WORDS);
    for (const [path, fields] of [
      ["/contact.data", message],
      ["/questionnaire.data", questionnaire],
      ["/contract.data", { ...order, intent: "place" }],
    ] as const)
      expect([path, (await harness.post(path, form(fields))).ok]).toEqual([path, true]);
    ids.contact = `contact.${message.submissionId}`;
    ids.questionnaire = `questionnaire.${questionnaire["submissionId"]}`;
    ids.contract = `contract.${order["submissionId"]}`;
  });

  test("are stored as they were written, and ask the store nothing", async () => {
    expect(await stored("contactSubmission", ids.contact)).toMatchObject({
      name: WORDS,
      company: WORDS,
      message: WORDS,
    });
    const questionnaire = await stored("clientQuestionnaire", ids.questionnaire);
    expect(questionnaire).toMatchObject({
      homePage: { mainHeadline: WORDS },
      additionalInfo: { additionalNotes: WORDS },
    });
    const contract = await stored("contract", ids.contract);
    expect(contract).toMatchObject({
      contactInfo: { firstName: WORDS, address: { street: WORDS } },
      couponCode: "",
    });
    const types = ["contactSubmission", "clientQuestionnaire", "contract"];
    expect(await harness.store.fetch(`count(*[_type in $types])`, { types })).toBe(3);
  });

  test("are only words in every page of the admins", async () => {
    const pages = [
      "/admin",
      `/admin/messages/${ids.contact}`,
      `/admin/questionnaires/${ids.questionnaire}`,
      `/admin/contracts/${ids.contract}`,
      `/admin/contracts/${ids.contract}/print`,
      "/admin/outbox",
      `/admin?messages-search=${encodeURIComponent(WORDS)}`,
    ];
    for (const page of pages) {
      const { status, text, headers } = await harness.read(page);
      expect([page, status]).toEqual([page, 200]);
      if (page !== "/admin/outbox") expect(text).toContain("HYPERLINK");
      expect(text).not.toMatch(ALIVE);
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
    }
  });

  test("are text in each cell of an export, and data in a download", async () => {
    for (const name of ["contact_submissions", "client_questionnaires", "contracts"]) {
      const { text, headers } = await harness.read(`/admin/export/${name}.csv`);
      expect(headers.get("content-disposition")).toContain("attachment");
      const cells = csvRows(text).flat();
      expect(cells.some((cell) => cell.startsWith(`'=HYPERLINK("x")`))).toBe(true);
      expect(cells.filter((cell) => BEGINS_AS_FORMULA.test(cell))).toEqual([]);
    }
    const { text, headers } = await harness.read(`/admin/questionnaires/${ids.questionnaire}/json`);
    expect([headers.get("x-content-type-options"), headers.get("content-disposition")]).toEqual([
      "nosniff",
      expect.stringContaining("attachment"),
    ]);
    expect(JSON.parse(text)).toMatchObject({ homePage: { mainHeadline: WORDS } });
  });

  test("reach the admins' mails as words, and the visitor's only where it repeats the message", async () => {
    await vi.waitUntil(() => harness.mails().length >= 9, WAIT);
    const repeated: string[] = [];
    for (const mail of harness.mails()) {
      const [text = "", html = ""] = mail.replaceAll("=\r\n", "").split("Content-Type: text/html");
      expect(html).toContain("<body");
      expect(html).not.toMatch(/<script|<img/);
      if (/^To: visitor@example.com/m.test(text) && text.includes("HYPERLINK")) repeated.push(text);
    }
    expect(repeated).toHaveLength(1);
    expect(repeated[0]).toMatch(/^Subject: .*message/im);
  });

  test("find nothing when an admin searches for them as code", async () => {
    await harness.post("/contact.data", form(messageFields({ name: "Innocent Bystander" })));
    for (const words of [
      '" || true || "',
      "*[_type == 'account']",
      "') || (1 == 1",
      "\\",
      "%22%5D%20%7C%20order(_id)",
    ]) {
      for (const parameter of ["search", "status", "sort", "page"]) {
        const { status, text } = await harness.read(
          `/admin/tables/messages.data?messages-${parameter}=${encodeURIComponent(words)}`,
        );
        expect([words, parameter, status]).toEqual([words, parameter, 200]);
        expect(text).not.toMatch(/"account\.|hash/);
        if (parameter === "search") expect(text).not.toContain("Bystander");
      }
    }
  });
});

describe("fields that nobody asked for change nothing", () => {
  const more = {
    _id: "siteSettings",
    _type: "account",
    _rev: "x",
    _createdAt: "1999-01-01T00:00:00Z",
    status: "completed",
    adminStatus: "closed",
    adminNotes: "x",
    role: "admin",
    suspected: "",
    source: "evil",
    submitted_at: "1999-01-01T00:00:00Z",
    submittedAt: "1999-01-01T00:00:00Z",
    subscribed_at: "1999-01-01T00:00:00Z",
    total: "1",
    price: "1",
    "payment.amount": "1",
    "payment.paymentStatus": "completed",
    "customServices[0].price": "-1",
    "services.domainSetup.price": "1",
    "services.domainSetup.quantity": "-5",
    "offer.token": "x",
    "__proto__.admin": "true",
    "constructor.prototype.admin": "true",
  };
  const forms: [
    type: string,
    path: string,
    make: (extra: Record<string, string>) => Record<string, string>,
  ][] = [
    ["contactSubmission", "/contact.data", messageFields],
    ["contactSubmission", "/contact", messageFields],
    ["clientQuestionnaire", "/questionnaire.data", (extra) => questionnaireFields("Words", extra)],
    ["contract", "/contract.data", (extra) => orderFields("Words", { intent: "place", ...extra })],
  ];
  /** What differs between any two submissions. */
  const VARIES = /^_(?!type)|^submitted|^history$|^invoices$|^secretHash$/;
  const own = (document: Document | null | undefined) =>
    Object.fromEntries(Object.entries(document ?? {}).filter(([name]) => !VARIES.test(name)));

  test.each(forms)("%s by %s", async (type, path, make) => {
    const [plain, stuffed] = [make({}), make(more)];
    const prefix = {
      contactSubmission: "contact",
      clientQuestionnaire: "questionnaire",
      contract: "contract",
    }[type];
    for (const fields of [plain, stuffed]) expect((await harness.post(path, form(fields))).ok).toBe(true);
    const [one, two] = await Promise.all(
      [plain, stuffed].map((fields) => stored(type, `${prefix}.${fields["submissionId"]}`)),
    );
    expect(own(two)).toEqual(own(one));
    expect(Object.keys(own(two)).length).toBeGreaterThan(5);
    expect(String(two?.["submitted_at"] ?? two?.["submittedAt"]) > "2026").toBe(true);
  });

  test("of a subscription", async () => {
    const email = "stuffed@example.com";
    expect((await harness.post("/newsletter.data", form({ ...more, email }))).status).toBe(200);
    const [found] = await harness.store.fetch<Document[]>(
      `*[_type == "newsletterSubscriber" && email == $email]`,
      { email },
    );
    expect(
      Object.keys(found ?? {})
        .filter((name) => !name.startsWith("_"))
        .toSorted(),
    ).toEqual(["email", "source", "subscribed_at"]);
    expect(found?.["source"]).toBe("popup");
  });
});

describe("what a program sends", () => {
  const programs: [name: string, fields: () => Record<string, string>, reason: string][] = [
    ["into the hidden field", () => ({ ...harness.mark, website: "https://spam.example" }), "hidden-field"],
    ["without having seen a page", () => ({ website: "" }), "no-mark"],
    [
      "with a mark that it made itself",
      () => ({ formToken: `${harness.mark.formToken.slice(0, -1)}_` }),
      "no-mark",
    ],
  ];
  test.each(programs)(
    "%s is answered and kept as ever, marked, and writes to nobody",
    async (_name, fields, suspected) => {
      const email = `${suspected}-${crypto.randomUUID()}@example.com`;
      const message = messageFields({ name: "Spam & Co", email, ...fields() });
      const answer = await harness.post("/contact.data", new URLSearchParams(message));
      expect([answer.status, await actionResult(answer)]).toEqual([
        200,
        { status: "sent", reference: expect.any(String) },
      ]);
      expect(await stored("contactSubmission", `contact.${message.submissionId}`)).toMatchObject({
        email,
        suspected,
      });
      const subscribed = await harness.post("/newsletter.data", new URLSearchParams({ email, ...fields() }));
      expect(await actionResult(subscribed)).toEqual({ status: "subscribed" });
      const own = { intent: "place", signature: "", "contactInfo.email": email, ...fields() };
      const order = orderFields("Words", own);
      expect((await harness.post("/contract.data", new URLSearchParams(order))).status).toBe(200);
      const questionnaire = questionnaireFields("Words", { "contactInfo.email": email, ...fields() });
      expect((await harness.post("/questionnaire.data", new URLSearchParams(questionnaire))).ok).toBe(true);
      const marked = `count(*[suspected == $suspected && (email == $email || contactInfo.email == $email)])`;
      expect(await harness.store.fetch(marked, { suspected, email })).toBe(4);
      // Two admins hear of the message, the order and the questionnaire.
      const about = () => harness.mails().filter((mail) => mail.includes(email));
      await vi.waitUntil(() => about().length >= 6, WAIT);
      expect(
        about().every((mail) => /^Subject: Suspected: new /m.test(mail) && !mail.includes(`\nTo: ${email}`)),
      ).toBe(true);
      const { text } = await harness.read(`/admin/messages/contact.${message.submissionId}`);
      expect(text).toContain("Probably sent by a program");
      expect((await harness.read(`/admin?messages-search=${email}`)).text).toContain(">Suspected<");
    },
  );

  test("for somebody's address does not keep its owner from subscribing", async () => {
    const email = "owner@example.com";
    const find = () =>
      harness.store.fetch<Document[]>(`*[_type == "newsletterSubscriber" && email == $email]`, { email });
    await harness.post("/newsletter.data", new URLSearchParams({ email, website: "x" }));
    expect(await find()).toMatchObject([{ suspected: "hidden-field" }]);
    await harness.post("/newsletter", form({ email }));
    expect((await find()).map((found) => Object.hasOwn(found, "suspected"))).toEqual([false]);
    await vi.waitUntil(() => harness.mails().some((mail) => mail.includes(`To: ${email}`)), WAIT);
  });

  test("quicker than anybody types is marked, and what a person types is not", async () => {
    const begun = async () => ({
      formToken: await (await fetch(`${harness.site.origin}/api/form-token`)).text(),
    });
    const slow = messageFields(await begun());
    // On a machine that stood still in between it was not quick: then another one.
    async function postQuickly(): Promise<ReturnType<typeof messageFields>> {
      const start = Date.now();
      const fields = messageFields(await begun());
      await harness.post("/contact.data", new URLSearchParams(fields));
      return Date.now() - start < 900 ? fields : postQuickly();
    }
    const quick = await postQuickly();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await harness.post("/contact.data", new URLSearchParams(slow));
    expect(await stored("contactSubmission", `contact.${quick.submissionId}`)).toMatchObject({
      suspected: "too-quick",
    });
    expect(await stored("contactSubmission", `contact.${slow.submissionId}`)).not.toHaveProperty("suspected");
  });
});
