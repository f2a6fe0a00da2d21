import { expect, test } from "vitest";
import type { Email } from "../../../email/email.ts";
import { SAMPLE_INVOICE, sampleContract } from "../../../../tests/support/sample-contract.ts";
import type { InvoiceSummary } from "../../../model/contracts/contract-document.ts";
import type { ContractEvent } from "../../../model/contracts/history.ts";
import { contractEmails } from "./emails.server.ts";

const SITE = { publicUrl: "https://site.test", adminEmails: [], secret: "secret" };
const NOW = new Date("2026-11-22T15:00:00.000Z");
const invoice = SAMPLE_INVOICE.number;

const event = (kind: ContractEvent["kind"], _key: string, more: Partial<ContractEvent>): ContractEvent => ({
  _key,
  kind,
  at: "2026-11-22T14:00:00.000Z",
  ...more,
});

/** The props of the emails to the client of a contract by invoice. */
const propsOf = (cardsOn: boolean, fields: Partial<InvoiceSummary>, ...history: ContractEvent[]) => {
  const invoices = [{ ...SAMPLE_INVOICE, ...fields }];
  const submittedAt = "2026-01-22T15:00:00.000Z";
  const contract = { ...sampleContract("invoice", { invoices }), submittedAt, history };
  return contractEmails({ ...SITE, cardsOn }, contract, NOW).map(
    ({ body }) => (body as Email).props as Record<string, unknown>,
  );
};

test("an open invoice can be paid by card where cards are taken; a settled one cannot", () => {
  const issued = event("invoiced", "invoiced-INV-2026-0001", { invoice });
  const payable = (cardsOn: boolean, fields: Partial<InvoiceSummary> = {}) =>
    propsOf(cardsOn, fields, issued)[0]?.["payable"];
  expect([payable(true), payable(false)]).toEqual([true, false]);
  expect(payable(true, { status: "void" })).toBe(false);
  expect(payable(true, { receivedCents: SAMPLE_INVOICE.totalCents - 49 })).toBe(false);
});

test("a payment of an invoice by card names the card, and its refund goes to it; one by hand does not", () => {
  const sent = propsOf(
    true,
    { receivedCents: SAMPLE_INVOICE.totalCents, status: "paid" },
    event("received", "received-pi_1", { invoice, card: { brand: "visa", last4: "4242" } }),
    event("refunded", "refund-re_1", { amountCents: 100 }),
    event("refunded", "refund-by-hand-1", { amountCents: 100, byHand: true }),
  );
  expect(sent.map((given) => given["card"] ?? given["byCard"])).toEqual(["Visa ending in 4242", true, false]);
});
