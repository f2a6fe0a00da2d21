import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer, type MailServer } from "./mail-server.ts";

let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
});
afterAll(() => mail.close());

const send = () =>
  createTransport(mail.url).sendMail({
    from: "site@example.com",
    to: ["ada@example.com", "grace@example.com"],
    subject: "A subject that is long enough to be folded over several lines of the head of the message",
    text: "Hello",
  });

test("receives envelope, head and text", async () => {
  await send();
  const [received] = mail.received.splice(0);
  expect(received).toMatchObject({
    from: "site@example.com",
    recipients: ["ada@example.com", "grace@example.com"],
  });
  expect(received?.headers).toContainEqual(["Subject", expect.stringMatching(/^A subject .* message$/)]);
  expect(received?.raw).toContain("\r\n\r\nHello");
});

test("refuses recipients as told", async () => {
  mail.refusal = 450;
  await expect(send()).rejects.toMatchObject({ responseCode: 450 });
  mail.refusal = null;
  expect(mail.received).toEqual([]);
});
