import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PREVIEW_BRAND } from "../model/emails/brand.ts";
import { EMAIL_TEMPLATES } from "../model/emails/index.ts";
import { composeEmail, renderEmail } from "./render.server.tsx";

const SITE = { templates: EMAIL_TEMPLATES, brand: PREVIEW_BRAND };
const NOTICE = {
  name: "Zoë",
  email: "zoe@example.com",
  reference: "7KQ2-M9XD",
  suspected: null,
  url: "https://site.test/admin/messages/1",
};
const renderNotice = (props: object) =>
  renderEmail({ template: "message-notice", props: { ...NOTICE, service: "AI", ...props } }, SITE);

const RULE = `\n${"-".repeat(40)}\n\n`;
const FOOTER = [
  "Harborlight Technology Consulting LLC",
  "48 Front Street, Floor 6, New York, NY 10004",
  "(212) 555-0142",
  "hello@harborlight.example",
  "https://harborlight.example\n",
].join("\n");

/** Returns what an email says above its footer. */
function bodyOf({ text }: { text: string }): string {
  const [body = "", ...rest] = text.split(RULE);
  expect(rest).toEqual([FOOTER]);
  return body;
}
const preview = ({ name, preview: props }: (typeof EMAIL_TEMPLATES)[number], other: object = {}) =>
  renderEmail({ template: name, props: { ...props, ...other } }, SITE);

test("every template has a name of its own", () => {
  const names = EMAIL_TEMPLATES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(EMAIL_TEMPLATES)("$name: has its picture in the gallery", ({ name }) => {
  const gallery = new URL("../../docs/", import.meta.url);
  const picture = `gallery/mail-${name}-720-light.webp`;
  expect(readFileSync(new URL("gallery.md", gallery), "utf8")).toContain(`](${picture})`);
  expect(existsSync(new URL(picture, gallery))).toBe(true);
});

test.each(EMAIL_TEMPLATES)("$name: text", async (template) => {
  const email = await preview(template);
  expect(`${email.subject}\n\n${bodyOf(email)}`).toMatchSnapshot();
});

test.each(EMAIL_TEMPLATES.filter(({ otherPreviews }) => otherPreviews))(
  "$name: text of the other cases",
  async (template) => {
    for (const other of template.otherPreviews ?? [])
      expect(bodyOf(await preview(template, other))).toMatchSnapshot();
  },
);

test.each(EMAIL_TEMPLATES)("$name: HTML with the same words, which loads nothing", async (template) => {
  const { html, text } = await preview(template);
  expect(html).toMatch(/^<!DOCTYPE html/);
  expect(html).toContain('<html dir="ltr" lang="en-US">');
  expect(html).not.toMatch(/src=|url\(|<link|<script|<img|@import/);
  const words = html.replaceAll(/<style>.*?<\/style>|<!--.*?-->|<[^>]+>/gs, " ");
  for (const word of text.match(/[\w$.,]{3,}/g) ?? []) expect(words + html).toContain(word);
  const links = Array.from(html.matchAll(/href="([^"]+)"/g), ([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  for (const link of links) expect(text).toContain(link.replace("mailto:", ""));
});

test("editors write the words; facts are filled in, and nothing becomes markup or a header", async () => {
  const template = EMAIL_TEMPLATES.find(({ name }) => name === "invoice-reminder")!;
  const texts = {
    invoice_reminder_subject: "Please pay {number}\nBcc: all@example.com",
    invoice_reminder_opening: "Due {date}. <b>{unknown}</b>",
    invoice_reminder_button: "Read <{number}>",
    invoice_reminder_closing: "Your {number} team",
  };
  const { subject, html, text } = await renderEmail(
    { template: template.name, props: template.preview },
    { ...SITE, brand: { ...PREVIEW_BRAND, texts } },
  );
  expect(subject).toBe("Please pay INV-2026-0001 Bcc: all@example.com");
  expect(text).toContain("Due December 22, 2026. <b>{unknown}</b>");
  expect(html).toContain("&lt;b&gt;");
  expect(html).toContain("Read &lt;INV-2026-0001&gt;");
  expect(text).toContain("Your INV-2026-0001 team");
  expect(text).toContain("Still to pay: $842.00");
});

test.each([
  [1, "Reminder: invoice INV-2026-0001 is overdue (7KQ2-M9XD)"],
  [2, "Reminder: 2 invoices are overdue (7KQ2-M9XD)"],
])("a reminder with %i overdue names no more as overdue", async (overdueCount, wanted) => {
  const { preview: sample, otherPreviews = [] } = EMAIL_TEMPLATES.find(
    ({ name }) => name === "invoice-reminder",
  )!;
  const props = { ...sample, ...otherPreviews.at(-1), overdueCount };
  expect((await renderEmail({ template: "invoice-reminder", props }, SITE)).subject).toBe(wanted);
});

test("notices to admins say the editors' words, and still name what is suspected", async () => {
  const texts = {
    message_notice_subject: "{status} note of {name}",
    message_notice_opening: "Please reply today.",
  };
  const props = { ...NOTICE, name: "Zoë\r\nBcc: x@example.com", service: "AI", suspected: "hidden-field" };
  const { subject, text } = await renderEmail(
    { template: "message-notice", props },
    { ...SITE, brand: { ...PREVIEW_BRAND, texts } },
  );
  expect(subject).toBe("Suspected: new note of Zoë Bcc: x@example.com");
  expect(text).toContain("Please reply today.");
  expect(text).not.toContain("A new message came in.");
});

test("nothing that was typed becomes markup, a control character or a direction override", async () => {
  const typed = "<script>x</script><a href='https://spam.example'>\u0000\u001b[31m \u202egnp.exe &lt;";
  const { html, text } = await renderNotice({ name: typed, service: typed });
  expect(html).not.toMatch(/<script|<a href='/);
  expect(html).toContain("&lt;script&gt;");
  expect(text).toContain("Name: <script>x</script>");
  for (const one of [html, text]) expect(one).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
});

test("line breaks of a value stay", async () => {
  const { html, text } = await renderNotice({ service: "Two\nlines" });
  expect(html).toContain("Two<br/>lines");
  expect(text).toContain("Service: Two\nlines");
});

/** Emails as this and earlier releases have queued them. A line stays as long as such an email can wait: add, do not change. */
const QUEUED = readFileSync(new URL("queued-emails.ndjson", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { template: string; props: Record<string, unknown> });

test.each(QUEUED)("$template: is sent from what was queued: $props", async (queued) => {
  const { subject, text } = await renderEmail(queued, SITE);
  expect(subject + text).not.toMatch(/undefined|null|NaN|Invalid|\[object|\{\w+\}/);
  const { link, url, number, reference } = queued.props;
  for (const said of [number, reference]) if (said) expect(subject + text).toContain(said);
  if (url ?? link) expect(text).toContain(new URL(String(url ?? link)).pathname);
});

test("every template has an email that was queued", () => {
  expect(new Set(QUEUED.map(({ template }) => template))).toEqual(
    new Set(EMAIL_TEMPLATES.map(({ name }) => name)),
  );
});

test("a template that a later version dropped is an error, not an empty mail", async () => {
  await expect(renderEmail({ template: "gone", props: {} }, SITE)).rejects.toMatchObject({
    code: "internal",
  });
});

test("the files of an email are those of the contract that it names, whatever its job is called", async () => {
  const asked: unknown[] = [];
  const sender = {
    from: "site@harborlight.example",
    publicUrl: "https://site.test",
    templates: EMAIL_TEMPLATES,
    attach: async (...about: unknown[]) => (asked.push(about), []),
  };
  const email = {
    to: "ada@example.com",
    subject: "",
    template: "message-notice",
    props: { ...NOTICE, service: "AI" },
  };
  const job = (more: object) => ({ id: "any/thing", body: { ...email, ...more }, receivedAt: 0 });
  await composeEmail(job({ contractId: "contract.1", pdfs: ["a.pdf"] }), sender, PREVIEW_BRAND);
  await composeEmail(job({ contractId: "contract.2" }), sender, PREVIEW_BRAND);
  expect(asked).toEqual([["contract.1", ["a.pdf"]]]);
});
