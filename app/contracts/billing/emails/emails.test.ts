import { describe, expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../../tests/support/sample-contract.ts";
import type { Email } from "../../../email/email.ts";
import type { AmountRow } from "../../../model/contracts/amounts.ts";
import type { Cancellation, InvoiceSummary } from "../../../model/contracts/contract-document.ts";
import type { ContractEvent } from "../../../model/contracts/history.ts";
import { contentRows, firstInvoice } from "../../../model/contracts/invoice-content.ts";
import { findReceipt, receiptNumber } from "../../../model/contracts/payments.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { contractEmails } from "./emails.server.ts";
import { orderJobs } from "./order-jobs.server.ts";

const SITE = { publicUrl: "https://site.test", adminEmails: ["grace@example.com"], secret: "secret" };
const NOW = new Date("2026-11-22T15:00:00.000Z");
const invoice = SAMPLE_INVOICE.number;

const event = (
  kind: ContractEvent["kind"],
  _key: string,
  more: Partial<ContractEvent> = {},
): ContractEvent => ({
  _key,
  kind,
  at: "2026-11-22T14:00:00.000Z",
  ...more,
});
const CANCELLATION: Cancellation = {
  requestedAt: "2026-11-22T14:00:00.000Z",
  by: "client",
  endsOn: "2027-05-22",
  revocableUntil: "2027-05-22",
  confirmedAt: "2026-11-22T14:00:00.000Z",
  endedAt: "",
};

/** Recipient and template of each email. */
const sentEmails = (contract: StoredContract, now = NOW) =>
  contractEmails(SITE, contract, now).map(({ body }) => {
    const { to, template } = body as Email;
    return `${to}: ${template}`;
  });
const withHistory = (contract: StoredContract, ...history: ContractEvent[]): StoredContract => ({
  ...contract,
  submittedAt: "2026-01-22T15:00:00.000Z",
  history,
});
const props = (contract: StoredContract) =>
  contractEmails(SITE, contract, NOW).map(({ body }) => (body as Email).props as Record<string, unknown>);

describe("an order", () => {
  test("by card is confirmed to its contact and to another payer, and told to the admins", () => {
    const contract = sampleContract("stripe");
    const payer = { name: "Charles", email: "charles@example.com" };
    expect(sentEmails(contract)).toEqual([
      "ada@example.com: order-receipt",
      "grace@example.com: order-notice",
    ]);
    expect(sentEmails({ ...contract, payment: { ...contract.payment, payer } })).toContain(
      "charles@example.com: order-receipt",
    );
    const same = { name: "Ada", email: "Ada@example.com" };
    expect(sentEmails({ ...contract, payment: { ...contract.payment, payer: same } })).toHaveLength(2);
  });

  test("says with which card it was paid, or when which invoice is due", () => {
    const contract = sampleContract("stripe");
    const card = { brand: "visa", last4: "4242" };
    const schedule = contract.payment.schedule.map((entry) => ({ ...entry, nextDate: "2027-05-22" }));
    const history = [event("charged", "charged-in_1", { amountCents: 114_800, card })];
    const [receipt] = props({ ...contract, payment: { ...contract.payment, schedule }, history });
    expect(receipt?.["facts"]).toEqual([
      { label: "Receipt number", value: expect.stringMatching(/-1$/) },
      { label: "Payment", value: "$1,148.00 on November 22, 2026 by Visa ending in 4242" },
      { label: "Next charge", value: "$648.00 on May 22, 2027, then every 6 months" },
      { label: "Order total", value: "$1,796.00 (counts twelve months of services that renew)" },
    ]);
    expect(props(sampleContract("invoice", { invoices: [SAMPLE_INVOICE] }))[0]?.["facts"]).toContainEqual({
      label: "Still to pay",
      value: "$1,148.00 by December 22, 2026 (invoice INV-2026-0001)",
    });
  });

  test.each([
    ["a card", "stripe", [event("charged", "charged-in_1", { amountCents: 114_800 })]],
    ["an invoice", "invoice", []],
  ] as const)(
    "paid by %s has the rows of its receipt or invoice, to client and admins",
    (_, method, history) => {
      const contract = sampleContract(method, { history: [...history] });
      const [receipt, notice] = props(contract);
      const receipt1 = findReceipt(contract, "R", receiptNumber("R", { count: 1 }));
      const content = receipt1?.content ?? firstInvoice(contract, "2026-11-22");
      const rows = receipt?.["rows"] as AmountRow[];
      expect(rows).toEqual(contentRows(content));
      expect(rows.at(-1)).toEqual({ label: "Total", cents: 114_800, isSum: true });
      expect(notice?.["rows"]).toEqual(rows);
    },
  );

  test("names its contract where it has files, for those who sent an order of their own or paid", () => {
    const [receipt, notice] = contractEmails(SITE, sampleContract("stripe"), NOW).map(
      ({ body }) => body as Email,
    );
    expect(receipt).toMatchObject({ contractId: sampleContract("stripe")._id, pdfs: [expect.any(String)] });
    expect(notice).not.toHaveProperty("contractId");
    expect(contractEmails(SITE, sampleContract("invoice"), NOW)[0]?.body).not.toHaveProperty("contractId");
  });

  test("that may come from a program is told to the admins alone", () => {
    const contract = sampleContract("invoice", { suspected: "no-mark", invoices: [SAMPLE_INVOICE] });
    expect(
      sentEmails({ ...contract, history: [event("invoiced", "invoiced-INV-2026-0001", { invoice })] }),
    ).toEqual(["grace@example.com: order-notice"]);
  });

  test("whose data was erased is told to nobody", () => {
    const contract = sampleContract("invoice");
    expect(sentEmails({ ...contract, contactInfo: { ...contract.contactInfo, email: "" } })).toEqual([]);
  });
});

describe("an event", () => {
  test.each<[string, ContractEvent, string[]]>([
    [
      "an invoice",
      event("invoiced", "invoiced-INV-2026-0001", { invoice }),
      ["ada@example.com: invoice-issued"],
    ],
    [
      "a reminder",
      event("invoice-reminded", "invoice-reminded-INV-2026-0001-7", { invoice }),
      ["ada@example.com: invoice-reminder"],
    ],
    [
      "a payment",
      event("received", "received-1", { invoice, amountCents: 50_000 }),
      ["ada@example.com: payment-received"],
    ],
    [
      "a cancelled invoice",
      event("invoice-voided", "invoice-voided-1", { invoice, note: "INV-2026-0001: typo" }),
      ["ada@example.com: invoice-voided"],
    ],
    [
      "a declined renewal",
      event("charge-failed", "charge-failed-in_2-1", { amountCents: 64_800 }),
      ["ada@example.com: charge-failed", "grace@example.com: contract-notice"],
    ],
    [
      "a renewal",
      event("charged", "charged-in_2", { amountCents: 64_800 }),
      ["ada@example.com: renewal-receipt"],
    ],
    [
      "a cancellation",
      event("cancellation-requested", `cancellation-requested-${CANCELLATION.requestedAt}`, { by: "client" }),
      ["ada@example.com: cancellation-confirmed", "grace@example.com: contract-notice"],
    ],
    [
      "a cancellation that is undone",
      event("cancellation-revoked", "cancellation-revoked-1", { by: "client" }),
      ["ada@example.com: cancellation-revoked", "grace@example.com: contract-notice"],
    ],
    [
      "the end",
      event("cancelled", "cancelled-1"),
      ["ada@example.com: services-ended", "grace@example.com: contract-notice"],
    ],
    [
      "a refund",
      event("refunded", "refund-re_1", { amountCents: 100 }),
      ["ada@example.com: refund-issued", "grace@example.com: contract-notice"],
    ],
    ["a dispute", event("disputed", "disputed-dp_1"), ["grace@example.com: contract-notice"]],
    ["an offer", event("offered", "offered"), []],
  ])("%s", (_name, happened, expected) => {
    const fields = { invoices: [SAMPLE_INVOICE], cancellation: CANCELLATION };
    expect(sentEmails(withHistory(sampleContract("stripe", fields), happened))).toEqual(expected);
  });

  test("a cancellation is confirmed once Stripe has agreed, and not after it was revoked", () => {
    const { requestedAt } = CANCELLATION;
    const requested = event("cancellation-requested", `cancellation-requested-${requestedAt}`);
    const having = (cancellation: Cancellation | null) =>
      sentEmails(withHistory(sampleContract("stripe", { cancellation }), requested));
    expect(having(CANCELLATION)).toContain("ada@example.com: cancellation-confirmed");
    expect(having({ ...CANCELLATION, confirmedAt: "" })).toEqual(["grace@example.com: contract-notice"]);
    expect(having(null)).toEqual([]);
    expect(having({ ...CANCELLATION, requestedAt: NOW.toISOString() })).toEqual([]);
  });

  test("the charge of the order itself has the order's receipt and no other", () => {
    const contract = sampleContract("stripe");
    const charged = event("charged", "charged-pi_1", { at: NOW.toISOString(), amountCents: 114_800 });
    expect(sentEmails({ ...contract, history: [...(contract.history ?? []), charged] })).toEqual(
      sentEmails(contract),
    );
  });

  test("a declined card of an order that was never paid is no news: its client sees it", () => {
    const contract = sampleContract("stripe", { status: "error" });
    expect(sentEmails(withHistory(contract, event("charge-failed", "charge-failed-pi_1-1")))).toEqual([]);
  });

  test("a credit note names its invoice and what is still due", () => {
    const note: InvoiceSummary = {
      ...SAMPLE_INVOICE,
      number: "INV-2026-0002",
      kind: "credit-note",
      status: "credited",
      credits: "INV-2026-0001",
    };
    const open = { ...SAMPLE_INVOICE, totalCents: 14_800 };
    const credited = event("credited", "credited-1", {
      invoice: note.number,
      amountCents: 100_000,
    });
    const [email] = props(withHistory(sampleContract("invoice", { invoices: [open, note] }), credited));
    expect(email).toMatchObject({
      number: "INV-2026-0002",
      credits: "INV-2026-0001",
      openCents: 14_800,
      amountCents: 100_000,
    });
  });

  test("is told for thirty days and always under the same ids", () => {
    const contract = withHistory(
      sampleContract("stripe", { invoices: [SAMPLE_INVOICE] }),
      event("invoiced", "invoiced-INV-2026-0001", { invoice }),
    );
    const later = new Date("2026-12-22T13:59:00.000Z");
    const ids = (now: Date) => contractEmails(SITE, contract, now).map(({ id }) => id);
    expect(ids(later)).toEqual(ids(NOW));
    expect(ids(NOW)).toEqual([`${contract._id}/invoiced-INV-2026-0001/ada@example.com`]);
    expect(ids(new Date("2026-12-22T14:01:00.000Z"))).toEqual([]);
  });
});

test("what anyone can cause in the name of an address is limited, until something is paid", () => {
  const at = "2026-11-22T14:00:00.000Z";
  const dates = { endsOn: "2027-05-22", revocableUntil: "2027-05-22" };
  const cancellation = { requestedAt: at, by: "client", ...dates, confirmedAt: at, endedAt: "" };
  const limits = (fields: Parameters<typeof sampleContract>[1]) => {
    const contract = withHistory(
      sampleContract("invoice", { invoices: [SAMPLE_INVOICE], cancellation, ...fields }),
      event("invoiced", "invoiced-INV-2026-0001", { invoice }),
      event("cancellation-requested", `cancellation-requested-${at}`),
    );
    return contractEmails(SITE, contract, NOW)
      .filter(({ id }) => id.endsWith("ada@example.com") && !id.includes("notice"))
      .map(({ body }) => body as { limited?: unknown; waits?: true })
      .map(({ limited, waits }) => ({ limited, waits }));
  };
  const { _id } = sampleContract("invoice", {});
  expect(limits({ status: "invoice" })).toEqual([
    { limited: _id, waits: true },
    { limited: true, waits: true },
  ]);
  const [receipt] = orderJobs(SITE, sampleContract("invoice", {}));
  expect(receipt?.body).toMatchObject({ limited: _id, waits: true });
  expect(limits({ status: "completed" }).filter(({ waits }) => waits)).toEqual([]);
});
