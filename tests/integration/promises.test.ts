import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { termDays } from "../../app/contracts/billing/invoices/invoice-settings-query.ts";
import { dueReminders } from "../../app/contracts/billing/renewals/reminders.ts";
import { isLinkExpired } from "../../app/contracts/store/private-links.server.ts";
import { UNCLAIMED_TTL_MS } from "../../app/files/upload-rules.ts";
import { addDays, addMonths } from "../../app/model/contracts/billing-dates.ts";
import { declinedRenewal } from "../../app/model/contracts/declined.ts";
import { frequencyTerms, paymentFrequencies } from "../../app/model/contracts/frequency.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import { sampleContract } from "../support/sample-contract.ts";

// What the seeded legal pages promise in numbers is what the site does without any setting.

interface LegalPage {
  _id: string;
  _type: string;
  body: { children?: { text: string }[] }[];
}

const documents = readFileSync(new URL("../../seed/data.ndjson", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as LegalPage & Record<string, unknown>);
const settings = documents.find(({ _id }) => _id === "siteSettings");
const payment = documents.find(({ _id }) => _id === "paymentSettings");
const textOf = ({ body }: LegalPage) =>
  body.map(({ children = [] }) => children.map(({ text }) => text).join("")).join("\n");
const pages = Object.fromEntries(
  documents.filter(({ _type }) => _type === "legalPage").map((page) => [page._id, textOf(page)]),
);

const DAY_MS = 86_400_000;
const HOURS = UNCLAIMED_TTL_MS / 3_600_000;
const MONTHS = Math.floor(parseEnv({}).retain.closedDays / 365) * 12;
const INVOICE_DAYS = termDays({ invoiceTermDays: null } as Parameters<typeof termDays>[0]);
const discount = (frequency: (typeof paymentFrequencies)[number]) =>
  frequencyTerms[frequency].discountPercent;

/** Days for which a private link works, counted with the function that decides it. */
function linkDays(): number {
  const made = { _updatedAt: "2026-01-01T00:00:00.000Z" };
  const at = (days: number) => new Date(Date.parse(made._updatedAt) + days * DAY_MS);
  let days = 0;
  while (!isLinkExpired(made, { renewedAt: 0 }, at(days))) days++;
  return days;
}

/** Each number of the texts with its sentence: what the site does, or what people do. */
const KEPT: Record<string, string[]> = {
  "legalPage-privacy": [
    `Messages and questionnaires for ${MONTHS} months after they were closed`,
    `not submitted are deleted after ${HOURS} hours`,
    `A private link to an order ends ${linkDays()} days after`,
  ],
  "legalPage-policy": [
    "between 15 and 45 days before the renewal of a period of six months or more, and before any change of price",
    `discounted: ${discount("quarterly")}% quarterly, ${discount("biannually")}% every six months, ${discount("annually")}% annually`,
    `within ${INVOICE_DAYS} days, or by card`,
  ],
  "legalPage-terms": [],
};
const BY_PEOPLE = [
  "We answer within 30 days",
  "more than 60 days we may close it",
  "for 90 days after delivery",
];

test.each(Object.keys(KEPT))("%s: every number is what the site does, or what people promise", (id) => {
  const text = pages[id] ?? "";
  const sentences = [...(KEPT[id] ?? []), ...BY_PEOPLE.filter((sentence) => text.includes(sentence))];
  let rest = text.replaceAll(/^\d+\. /gm, "");
  for (const sentence of sentences) {
    expect(rest).toContain(sentence);
    rest = rest.replace(sentence, "");
  }
  expect(rest.match(/\d+/g)).toBeNull();
});

test("the billing periods that the policy names are those that can be chosen", () => {
  expect(paymentFrequencies.map((frequency) => frequencyTerms[frequency].months)).toEqual([1, 3, 6, 12]);
  expect(pages["legalPage-policy"]).toContain("one month, three months, six months or one year");
});

/** Days before a renewal on which its first reminder is due; null when none is. */
function remindedBefore(frequency: (typeof paymentFrequencies)[number], couponCode = ""): number | null {
  const nextDate = addMonths("2026-11-22", frequencyTerms[frequency].months);
  const contract = sampleContract(
    "stripe",
    { couponCode, subscription: { id: "sub_1", status: "active" } },
    frequency,
  );
  const schedule = contract.payment.schedule.map((entry) => ({ ...entry, nextDate }));
  const renewing = { ...contract, payment: { ...contract.payment, schedule } };
  for (let days = 60; days > 0; days--) {
    const today = addDays(nextDate, -days);
    if (dueReminders(renewing, today, new Date(`${today}T17:00:00.000Z`)).length > 0) return days;
  }
  return null;
}

test("a renewal after six months or more is announced 15 to 45 days before, and so is any new price", () => {
  for (const frequency of ["biannually", "annually"] as const) {
    expect(remindedBefore(frequency)).toBeGreaterThanOrEqual(15);
    expect(remindedBefore(frequency)).toBeLessThanOrEqual(45);
  }
  for (const frequency of ["monthly", "quarterly"] as const) {
    expect(remindedBefore(frequency)).toBeNull();
    expect(remindedBefore(frequency, "SPRING")).toBeGreaterThanOrEqual(15);
    expect(remindedBefore(frequency, "SPRING")).toBeLessThanOrEqual(45);
  }
});

test("the settings agree with the policy about when an invoice is due", () => {
  expect(settings?.["invoiceTermDays"]).toBe(INVOICE_DAYS);
  expect(payment?.["chequeInstructions"]).toContain(`due within ${INVOICE_DAYS} days`);
});

test("a declined renewal is tried for about two weeks", () => {
  const declined = {
    _key: "charge-failed-in_1-1",
    kind: "charge-failed",
    at: "2026-12-28T17:00:00.000Z",
  } as const;
  const { endsOn } = declinedRenewal({ history: [declined] }, declined);
  // The last try and the end of the services are the fifteenth day.
  expect(endsOn).toBe(addDays("2026-12-28", 15));
  expect(pages["legalPage-policy"]).toContain("tried again for about two weeks");
});
