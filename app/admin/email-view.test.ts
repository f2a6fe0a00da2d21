import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import { emailPart, viewEmail } from "./email-view.server.ts";

const writer = createTransport({ streamTransport: true, buffer: true });
const write = async (email: object) => (await writer.sendMail(email)).message as Buffer;
const LETTER = {
  from: { name: "Zoë & Co", address: "no-reply@example.com" },
  to: "ada@example.com",
  subject: "Grüße – your order",
  date: new Date("2026-11-21T12:00:00Z"),
  text: "Hello Ada, naïve café",
  html: "<p>Hello Ada</p><script>x</script>",
};

test("an email is shown decoded, with its headers in order", async () => {
  expect(await viewEmail(await write(LETTER))).toEqual({
    subject: "Grüße – your order",
    date: "2026-11-21T12:00:00.000Z",
    headers: [
      { label: "From", value: expect.stringContaining("no-reply@example.com") as string },
      { label: "To", value: "ada@example.com" },
      { label: "Subject", value: "Grüße – your order" },
      { label: "Message-ID", value: expect.stringMatching(/^<.+>$/) as string },
    ],
    text: expect.stringContaining("Hello Ada, naïve café") as string,
    hasHtml: true,
  });
});

test("one without HTML has text alone, and what is no email is shown empty", async () => {
  expect(await viewEmail(await write({ ...LETTER, html: undefined }))).toMatchObject({ hasHtml: false });
  expect(await viewEmail(Buffer.from([0, 255, 10]))).toMatchObject({ subject: "", date: "", hasHtml: false });
});

test("the HTML is framed by this site alone, runs nothing and loads nothing; the source is text", async () => {
  const html = await emailPart(await write(LETTER), "html");
  expect(html.headers.get("content-security-policy")).toMatch(
    /^default-src 'none';.*frame-ancestors 'self'; sandbox allow-popups/,
  );
  expect(html.headers.get("content-security-policy")).not.toMatch(/script|allow-same-origin/);
  expect(html.headers.get("cache-control")).toBe("private, no-store");
  const source = await emailPart(await write(LETTER), "source");
  expect(source.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await source.text()).toContain("To: ada@example.com");
});
