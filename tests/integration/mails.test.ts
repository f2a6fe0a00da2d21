import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { startMailServer, type MailServer } from "stand-ins/mail";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EmailSite } from "../../app/email/email.ts";
import {
  outboxTransport,
  listOutbox,
  smtpTransport,
  readOutboxFile,
  readOutbox,
} from "../../app/email/transports.server.ts";
import { contactEmails } from "../../app/forms/contact/receive.server.ts";
import { welcomeEmails } from "../../app/forms/newsletter/receive.server.ts";
import {
  readUnsubscribeToken,
  subscriberId,
  subscriberKey,
} from "../../app/forms/newsletter/subscriber.server.ts";
import { referenceNumber } from "../../app/submissions/submission-id.server.ts";
import { freePort } from "../support/ports.ts";
import { storedMessage } from "../support/sample-submissions.ts";
import { WAIT } from "../support/timeouts.ts";
import { openMailHarness, type MailHarness } from "./mail-harness.ts";

const SITE: EmailSite = {
  publicUrl: "https://site.test",
  adminEmails: ["ada@admins.example", "grace@admins.example"],
  secret: "secret",
};
const MESSAGE = storedMessage({
  _id: "contact.6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  name: "Zoë Miller",
  email: "zoe@example.com",
  service: "Data Analytics",
  message: "Buy at https://spam.example",
});
const REFERENCE = referenceNumber("secret", MESSAGE._id);
const subscriber = (email: string, age = 0) => ({
  _id: subscriberId(subscriberKey("secret", email)),
  _type: "newsletterSubscriber",
  email,
  subscribed_at: new Date(Date.now() - age).toISOString(),
  source: "popup" as const,
});

let server: MailServer;
let harness: MailHarness;
beforeEach(async () => {
  server = await startMailServer();
  harness = openMailHarness();
});
afterEach(async () => {
  await harness.close();
  await server.close();
});

const left = async () => (await harness.jobs.open("mail", 10)).count;
const until = (reached: () => boolean | Promise<boolean>) => vi.waitUntil(reached, { ...WAIT, interval: 10 });
const allSent = () => until(async () => (await left()) === 0);
const header = (index: number, name: string) =>
  server.received[index]?.headers.filter(([given]) => given === name).map(([, value]) => value);

describe("the mails of a submission", () => {
  test("a receipt for the visitor and a notice for each admin, each to one recipient", async () => {
    harness.open(smtpTransport(server.url));
    await harness.jobs.put(contactEmails(SITE)(MESSAGE));
    await allSent();
    expect(server.received.map(({ recipients }) => recipients).toSorted()).toEqual([
      ["ada@admins.example"],
      ["grace@admins.example"],
      ["zoe@example.com"],
    ]);
    const receipt = server.received.find(({ recipients }) => recipients[0] === "zoe@example.com");
    expect(receipt?.from).toBe("hello@harborlight.example");
    expect(Object.fromEntries(receipt?.headers ?? [])).toMatchObject({
      Subject: `We received your message (${REFERENCE})`,
      "Auto-Submitted": "auto-generated",
      From: "Harborlight <hello@harborlight.example>",
    });
    expect(receipt?.raw).toContain("multipart/alternative");
    // Who enters a stranger's address sends them no link.
    expect(receipt?.raw).not.toMatch(/spam|Zo/);
    const notice = server.received.find(({ recipients }) => recipients[0] === "ada@admins.example");
    expect(notice?.raw).toContain(`/admin/messages/${MESSAGE._id}`);
    expect(notice?.raw).toContain("> Buy at https://spam.example");
    expect(Object.fromEntries(notice?.headers ?? [])["Reply-To"]).toContain("<zoe@example.com>");
  });

  test("of a message repeat it, quoted and cut, and say when its service was not chosen", async () => {
    harness.open(smtpTransport(server.url));
    const message = `Could you look at our reports?\n${"x".repeat(3_000)}`;
    await harness.jobs.put(contactEmails(SITE)({ ...MESSAGE, message, serviceLeft: true }));
    await allSent();
    const receipt = server.received.find(({ recipients }) => recipients[0] === "zoe@example.com");
    const notice = server.received.find(({ recipients }) => recipients[0] === "ada@admins.example");
    for (const mail of [receipt, notice]) {
      expect(mail?.raw).toContain("> Could you look at our reports?");
      expect(mail?.raw.match(/x{60}/g)?.length).toBeLessThan(70);
    }
    expect(notice?.raw).toContain("Data Analytics (not chosen)");
  });

  test("leave once, however often they are asked for and by however many processes", async () => {
    harness.open(smtpTransport(server.url));
    harness.open(smtpTransport(server.url));
    for (let time = 0; time < 4; time++) await harness.jobs.put(contactEmails(SITE)(MESSAGE));
    await allSent();
    await harness.jobs.put(contactEmails(SITE)(MESSAGE));
    await allSent();
    expect(server.received).toHaveLength(3);
    expect(new Set(server.received.map((_mail, index) => header(index, "Message-ID")?.[0])).size).toBe(3);
  });

  test("the welcome lets a mail program unsubscribe with one click, and comes to new subscribers alone", async () => {
    harness.open(smtpTransport(server.url));
    await harness.jobs.put(welcomeEmails(SITE)(subscriber("Zoe@example.com")));
    await harness.jobs.put(welcomeEmails(SITE)(subscriber("old@example.com", 48 * 3_600_000)));
    await allSent();
    expect(server.received.map(({ recipients }) => recipients)).toEqual([["Zoe@example.com"]]);
    expect(header(0, "List-Unsubscribe-Post")).toEqual(["List-Unsubscribe=One-Click"]);
    const [link = ""] = header(0, "List-Unsubscribe") ?? [];
    const token = new URL(link.slice(1, -1)).searchParams.get("token") ?? "";
    expect(readUnsubscribeToken("secret", token)).toBe(subscriberKey("secret", "zoe@example.com"));
  });
});

describe("a mail server", () => {
  test("that is not there gets the mail once it is", async () => {
    const port = await freePort();
    harness.open(smtpTransport(`smtp://127.0.0.1:${port}`));
    await harness.jobs.put(welcomeEmails(SITE)(subscriber("zoe@example.com")));
    await until(async () => ((await harness.jobs.open("mail", 1)).jobs[0]?.attempts ?? 0) > 1);
    const late = await startMailServer(port);
    await allSent();
    expect(late.received).toHaveLength(1);
    await late.close();
  });

  test("that says later is asked later", async () => {
    server.refusal = 451;
    harness.open(smtpTransport(server.url));
    await harness.jobs.put(welcomeEmails(SITE)(subscriber("zoe@example.com")));
    await until(async () => ((await harness.jobs.open("mail", 1)).jobs[0]?.attempts ?? 0) > 4);
    server.refusal = null;
    await allSent();
    expect(server.received).toHaveLength(1);
  });

  test("that refuses for good is believed after three times, and an admin can see why", async () => {
    server.refusal = 550;
    harness.open(smtpTransport(server.url));
    await harness.jobs.put(welcomeEmails(SITE)(subscriber("zoe@example.com")));
    await until(async () => (await harness.jobs.open("mail", 1)).jobs[0]?.state === "dead");
    const [job] = (await harness.jobs.open("mail", 1)).jobs;
    expect(job).toMatchObject({ attempts: 3, lastError: expect.stringContaining("told to") });
  });

  test("that never answers holds up nobody for ever", async () => {
    const silent = createServer(() => {});
    const port = await freePort();
    await new Promise<void>((resolve) => silent.listen(port, "127.0.0.1", resolve));
    const transport = smtpTransport(`smtp://127.0.0.1:${port}`, { greetingTimeout: 100 });
    await expect(
      transport({ to: "zoe@example.com", from: "a@b.example", text: "x" }, "x"),
    ).rejects.toMatchObject({ code: "unavailable" });
    silent.close();
  });
});

describe("whatever was typed", () => {
  const NAMES = [
    "Auto-Submitted",
    "Content-Type",
    "Date",
    "From",
    "MIME-Version",
    "Message-ID",
    "Reply-To",
    "Subject",
    "To",
  ];
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .array(
        fc.constantFrom("\r\n", "\n", "\r", "\u2028", "Bcc: eve@example.com", "<", ">", ",", '"', ";", "x"),
      )
      .map((parts) => parts.join("")),
  );

  test("no header is added and nobody else gets the mail", async () => {
    const transport = smtpTransport(server.url);
    harness.open(transport);
    await fc.assert(
      fc.asyncProperty(nasty, nasty, fc.uuid(), async (name, service, id) => {
        const message = { ...MESSAGE, _id: `contact.${id}`, name, service };
        server.received.length = 0;
        await harness.jobs.put(contactEmails({ ...SITE, adminEmails: ["ada@admins.example"] })(message));
        await allSent();
        expect(server.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
          "ada@admins.example",
          "zoe@example.com",
        ]);
        for (const { headers } of server.received) {
          for (const [header] of headers) expect(NAMES).toContain(header);
          expect(new Set(headers.map(([header]) => header)).size).toBe(headers.length);
        }
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    "eve@example.com,bob@example.com",
    "a,eve@example.com",
    "Eve<eve@example.com",
    "x;eve@example.com",
  ])("an address such as %s is one recipient or none", async (email) => {
    harness.open(smtpTransport(server.url));
    await harness.jobs.put(welcomeEmails(SITE)(subscriber(email)));
    await until(
      async () => (await left()) === 0 || (await harness.jobs.open("mail", 1)).jobs[0]?.state === "dead",
    );
    for (const { recipients } of server.received) {
      // In quotes the comma is part of the one address.
      expect(recipients.map((recipient) => recipient.replaceAll('"', ""))).toEqual([email]);
    }
  });
});

describe("without a mail server", () => {
  test("mails are files that admins can read", async () => {
    const folder = join(harness.directory, "outbox");
    harness.open(outboxTransport(folder));
    await harness.jobs.put(contactEmails(SITE)(MESSAGE));
    await allSent();
    const { count, emails } = await readOutbox(folder, 2);
    expect(count).toBe(3);
    expect(emails).toHaveLength(2);
    const receipt = (await readOutbox(folder, 9)).emails.find(({ to }) => to === "zoe@example.com");
    expect(receipt).toMatchObject({ subject: `We received your message (${REFERENCE})` });
    const file = receipt?.file ?? "";
    expect(await readOutboxFile(folder, file)).toEqual(readFileSync(join(folder, file)));
    expect(readFileSync(join(folder, file), "utf8")).toContain("Thank you! Your message has been sent.");
  });

  test.each(["../queue.sqlite", "..%2fqueue.sqlite", "20261121T120000000Z-x.eml", ""])(
    "and nothing but mails: %s",
    async (file) => {
      expect(await readOutboxFile(harness.directory, file)).toBeNull();
    },
  );

  test("the folder keeps the newest 500", async () => {
    const folder = join(harness.directory, "outbox");
    const transport = outboxTransport(folder);
    for (let index = 0; index < 505; index++) {
      const date = new Date(Date.UTC(2026, 0, 1) + index * 1_000);
      await transport(
        { from: "a@b.example", to: "c@d.example", text: "x", date },
        index.toString(16).padStart(32, "0"),
      );
    }
    const names = await listOutbox(folder);
    expect(names).toHaveLength(500);
    expect(names.at(-1)).toBe(`20260101T000005000Z-${"5".padStart(32, "0")}.eml`);
  });
});
