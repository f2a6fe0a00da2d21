import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createUsageCounter } from "../platform/usage-counter.server.ts";
import type { Job } from "../submissions/queue/job.ts";
import { limitRecipients, mailboxOf } from "./mail-worker.server.ts";

const DAY = 86_400_000;

let directory: string;
let now: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "recipients-"));
  now = Date.now();
});
afterEach(() => rmSync(directory, { recursive: true }));

/** As after a start of the site. */
const open = () => {
  const path = join(directory, "usage.sqlite");
  const { count: countUse } = createUsageCounter({
    redis: { on: false },
    path,
    secret: "a secret",
    now: () => now,
  });
  return limitRecipients(countUse, (error) => {
    throw error;
  });
};
let mails = 0;
const mail = (to: string, limited = true) =>
  ({ id: `contact.${mails++}/confirmation/${to}`, body: { to, ...(limited ? { limited } : {}) } }) as Job;

test("an address gets three confirmations a day, in whatever spelling, through a restart", async () => {
  const first = mail("ada@example.com");
  const mayLeave = open();
  expect(await mayLeave(first)).toBe(true);
  expect(await mayLeave(mail("Ada@Example.com"))).toBe(true);
  expect(await mayLeave(mail("ada+two@example.com"))).toBe(true);
  const again = open();
  expect(await again(mail("ada@example.com"))).toBe(false);
  expect(await again(first)).toBe(true);
  expect(await again(mail("grace@example.com"))).toBe(true);
  now += DAY;
  expect(await again(mail("ada@example.com"))).toBe(true);
});

test("what has to arrive waits for the next day", async () => {
  const mayLeave = open();
  for (let order = 0; order < 3; order++) await mayLeave(mail("ada@example.com"));
  const invoice = {
    id: "contract.4/invoiced/ada@example.com",
    body: { to: "ada@example.com", limited: "contract.4", waits: true },
  } as Job;
  await expect(mayLeave(invoice)).rejects.toMatchObject({
    code: "too-many-requests",
    message: "This address got 3 emails in 24 hours. It gets this one when it may get another.",
  });
  now += DAY;
  expect(await open()(invoice)).toBe(true);
});

test("notices to admins, and what was paid for, are not counted", async () => {
  const mayLeave = open();
  for (let round = 0; round < 9; round++) expect(await mayLeave(mail("grace@example.com", false))).toBe(true);
  expect(await mayLeave(mail("grace@example.com"))).toBe(true);
});

test("mails leave while nobody can count them, and somebody hears of it", async () => {
  const errors: unknown[] = [];
  const away = limitRecipients(
    () => Promise.reject(new Error("away")),
    (error) => void errors.push(error),
  );
  expect(await away(mail("ada@example.com"))).toBe(true);
  expect(errors).toHaveLength(1);
});

test.each([
  ["ada@example.com", "ada@example.com"],
  [" ADA+x+y@EXAMPLE.com ", "ada@example.com"],
  ["+@example.com", "+@example.com"],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ["nobody", "nobody@"],
])("%s is the mailbox %s", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
