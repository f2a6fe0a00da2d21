import { randomUUID } from "node:crypto";
import { clientFor } from "lakelet/testing";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ContactResult } from "../../app/forms/contact/messages.ts";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { sampleCustomPage } from "../support/custom-page.ts";
import { actionResult, pageToken, postForm } from "../support/form-posts.ts";
import { killableSite } from "../support/killable-site.ts";
import { opened } from "../support/opened.ts";
import { readCsv } from "../support/read-table.ts";
import { lakeClient, lakeTokens, outboxTexts, startSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

// What an owner makes of the contact form in the Studio, on a real site.

const QUESTIONS = [
  { _key: "a", question: "What is your budget?", kind: "text", isRequired: true },
  { _key: "b", question: "New or old building?", kind: "choice", choices: ["New", "Old"] },
  { _key: "c", question: "Do you have a permit?", kind: "yes-no" },
];
const OWN_FORM = { options: ["House", "Office"], questions: QUESTIONS };
const MESSAGE = { name: "Ada Lovelace", email: "visitor@example.com", service: "Office", message: "A villa" };

const nameOf = (page: string, words: string): string => {
  const fields = page.split("own-").slice(1);
  const found = fields.find((field) => field.includes(`${words}<`) || field.includes(`>${words}`));
  return `own-${found?.slice(0, 16)}`;
};

describe("an owner's form", () => {
  const site = opened(() => startSite({ env: { ADMIN_EMAILS } }));
  let store: ReturnType<typeof lakeClient>;
  let cookie: string;
  let token: { formToken: string };
  beforeAll(async () => {
    store = lakeClient(site, lakeTokens(site.dataDir).write);
    cookie = await sessionCookie(site.dataDir);
    token = await pageToken(site.origin);
  });
  beforeEach(async () => {
    await store.delete({ query: `*[_type == "contactSubmission"]` });
    await publish(OWN_FORM);
  });

  const publish = (contactForm: object) => store.patch("siteSettings").set({ contactForm }).commit();
  const page = async (path: string) => (await fetch(site.origin + path, { headers: { cookie } })).text();
  const stored = () =>
    store.fetch<Record<string, unknown>[]>(`*[_type == "contactSubmission"]`, {}, { perspective: "raw" });
  const plain = (fields: Record<string, string>) =>
    postForm(`${site.origin}/contact`, { ...MESSAGE, ...token, ...fields });
  const scripted = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ ...MESSAGE, ...token, submissionId: randomUUID(), ...fields });
    return actionResult<ContactResult>(await fetch(`${site.origin}/contact.data`, { method: "POST", body }));
  };
  /** The names of the three questions, as the page has them. */
  async function names() {
    const html = await page("/contact");
    return QUESTIONS.map(({ question }) => nameOf(html, question)) as [string, string, string];
  }

  test("is on its page, on pages of their own, and nothing of the specified options", async () => {
    await store.createOrReplace(sampleCustomPage("how-we-work", undefined));
    await store.createOrReplace({
      _id: "contactTexts",
      _type: "contactTexts",
      send: "Ask us",
      name: "Your name",
    });
    for (const path of ["/contact", "/how-we-work"]) {
      const html = await page(path);
      for (const words of [
        "House",
        "Office",
        ...QUESTIONS.map(({ question }) => question),
        "Ask us",
        "Your name",
      ])
        expect([path, words, html.includes(`>${words}`)]).toEqual([path, words, true]);
      expect(html).not.toContain("Custom Solution");
    }
    await store.delete("contactTexts");
    await publish({ asksService: false });
    const html = await page("/contact");
    expect(html).not.toContain('name="service"');
    expect(html).not.toContain(QUESTIONS[0]!.question);
    expect((await plain({ service: "" })).status).toBe(303);
    expect(await stored()).toMatchObject([{ service: "" }]);
    expect((await stored())[0]).not.toHaveProperty("answers");
  });

  test("brings its answers, in their words, to store, emails, dashboard and exports", async () => {
    const [budget, building, permit] = await names();
    const sent = await plain({ [budget]: "100,000 \u200B", [building]: "Old" });
    expect(sent.status).toBe(303);
    const [message] = await stored();
    expect(message).toMatchObject({
      service: "Office",
      answers: [
        { question: "What is your budget?", answer: "100,000" },
        { question: "New or old building?", answer: "Old" },
        { question: "Do you have a permit?", answer: "" },
      ],
    });
    expect((await scripted({ [budget]: "2", [permit]: "Yes", message: "Another" })).status).toBe("sent");
    const mails = await vi.waitFor(() => {
      const texts = outboxTexts(site.dataDir).filter((mail) => mail.includes("100,000"));
      expect(texts).toHaveLength(3);
      return texts;
    }, WAIT);
    for (const mail of mails) {
      expect(mail).toContain("What is your budget?");
      expect(mail).toMatch(/New or old building\?[\s\S]{1,40}Old/);
      expect(mail).not.toContain("permit");
    }

    // Another form does not change what was answered.
    await publish({ questions: [{ _key: "a", question: "Anything else?", kind: "text" }] });
    const detail = await page(`/admin/messages/${String(message?.["_id"])}`);
    for (const words of ["What is your budget?", "100,000", "New or old building?", "Old"])
      expect(detail).toContain(words);
    expect(await page("/admin?messages-search=100%2C000")).toContain("visitor@example.com");
    const rows = readCsv(await page("/admin/export/contact_submissions.csv"));
    expect(rows.find((row) => row["Message"] === "A villa")).toMatchObject({
      "Question 1": "What is your budget?",
      "Answer 1": "100,000",
      "Question 2": "New or old building?",
      "Answer 2": "Old",
      "Answer 3": "",
    });
  });

  test("sends a stranger no link that somebody typed into an answer", async () => {
    const [budget] = await names();
    await plain({ [budget]: "see evil.example/win", email: "stranger@example.com" });
    await vi.waitFor(() => {
      const mails = outboxTexts(site.dataDir).filter((mail) => /(?:To|Reply-To):.*stranger@/.test(mail));
      expect(mails.map((mail) => mail.includes("evil.example")).toSorted()).toEqual([false, true, true]);
    }, WAIT);
  });

  test("that changed while it was open says so, loses nothing, and shows what is asked now", async () => {
    const [budget, building] = await names();
    await publish({
      options: ["Shop"],
      questions: [{ ...QUESTIONS[0], question: "Your deadline?", isRequired: true }],
    });
    const answer = await scripted({ [budget]: "100,000", [building]: "Old" });
    const shown = expect.arrayContaining([
      expect.objectContaining({ name: "service", choices: [{ value: "Shop", label: "Shop" }] }),
      expect.objectContaining({ label: "Your deadline?" }),
    ]) as unknown;
    expect(answer).toMatchObject({
      status: "invalid",
      form: { fields: shown },
      submission: {
        error: {
          service: ["Please choose one of the listed options"],
          message: [expect.stringContaining("This form has changed since you opened it.")],
        },
        initialValue: { ...MESSAGE, message: "A villa\n\n100,000\n\nOld" },
      },
    });
    const html = await (await plain({ [budget]: "100,000" })).text();
    for (const words of [
      "This form has changed",
      "Your deadline?",
      "Please answer this question",
      "A villa\n\n100,000",
    ])
      expect(html).toContain(words);
    expect(await stored()).toEqual([]);
    const [deadline] = [nameOf(html, "Your deadline?")];
    expect((await plain({ service: "Shop", [deadline]: "May" })).status).toBe(303);
  });

  test("takes no more than it asks", async () => {
    const [budget, building, permit] = await names();
    const invented = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`own-${String(index).padStart(16, "0")}`, "x".repeat(300)]),
    );
    for (const [fields, status] of [
      [{ [budget]: "x".repeat(201) }, 422],
      [{ [budget]: "1", [building]: "Castle" }, 422],
      [{ [budget]: "1", [permit]: "on" }, 422],
      [{ [budget]: "1", service: "Web Development plus" }, 422],
      [{ [budget]: "1", ...invented }, 422],
      [{ [budget]: "x".repeat(70_000) }, 413],
      [{ [budget]: "1", answers: "[]", "own-short": "x", __proto__: "x" }, 303],
    ] as const)
      expect([fields, (await plain(fields as Record<string, string>)).status]).toEqual([fields, status]);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ["no lists", { options: "House", questions: { a: 1 } }],
    [
      "other things",
      {
        options: [1, null, {}],
        questions: [null, 3, "x", { question: 7 }, { question: "Q", kind: "choice" }],
      },
    ],
    ["no object", "form"],
  ])("of which something else made %s is the specified one", async (_, contactForm) => {
    await publish(contactForm as object);
    const html = await page("/contact");
    expect(html).toContain("Custom Solution");
    expect(html).not.toContain(`name="own-`);
    expect((await plain({ service: "Custom Solution" })).status).toBe(303);
  });
});

describe("while the content store is away", () => {
  const { lake, proxy, site } = killableSite(() => ({ SESSION_SECRET: "a secret of the tests" }));

  test("a message is checked against the form that was seen last, also after a restart", async () => {
    const client = clientFor(lake.origin, lake.lake.tokens.write);
    await client.patch("siteSettings").set({ contactForm: OWN_FORM }).commit();
    const html = await (await fetch(`${site.origin}/contact`)).text();
    const budget = nameOf(html, "What is your budget?");
    const token = await pageToken(site.origin);
    proxy.fail({ path: /./, fault: { kind: "drop" } });
    const send = async (fields: Record<string, string>) =>
      (await postForm(`${site.origin}/contact`, { ...MESSAGE, ...token, ...fields })).status;
    expect([await send({}), await send({ [budget]: "100,000" })]).toEqual([422, 303]);
    await site.kill();
    await site.start();
    expect(await send({ [budget]: "200,000", message: "Another" })).toBe(303);
    proxy.clear();
    await vi.waitFor(async () => {
      const query = `*[_type == "contactSubmission"].answers[0].answer`;
      expect((await client.fetch<string[]>(query, {}, { perspective: "raw" })).toSorted()).toEqual([
        "100,000",
        "200,000",
      ]);
    }, WAIT);
  });
});
