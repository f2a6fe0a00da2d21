import { describe, expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../tests/support/sample-contract.ts";
import type { StoredContract } from "../store/contract-store.server.ts";
import { receiptOf } from "./receipt.ts";

const PATH = "/order/token";
const of = (contract: StoredContract, cardsOn = true) =>
  receiptOf(contract, { today: "2026-11-22", path: PATH, cardsOn });

const CHARGED = {
  _key: "c",
  at: "2026-11-22T15:00:05.000Z",
  kind: "charged",
  by: "Stripe",
  amountCents: 114_800,
} as const;
const card = { brand: "visa", last4: "4242" };

describe("an order by card", () => {
  const paid = (more: Partial<StoredContract> = {}) =>
    sampleContract("stripe", { history: [CHARGED], ...more });

  test("is a receipt, and says what follows", () => {
    const contract = paid();
    const known = { ...contract, payment: { ...contract.payment, card } };
    expect(of(known)).toMatchObject({
      statement: "Paid $1,148.00, Visa ending in 4242. The receipt is on its way to ada@example.com.",
      isPaid: true,
      hasTerms: false,
      payPath: null,
      follows: [{ label: "Next charge", value: "$648.00 on May 22, 2027, then every 6 months" }],
    });
  });

  test("names no card that is not known, and no address that was erased", () => {
    expect(of(paid()).statement).toMatch(/^Paid \$1,148\.00 by card\. The receipt/);
    const contactInfo = { ...paid().contactInfo, email: "" };
    expect(of(paid({ contactInfo })).statement).toBe("Paid $1,148.00 by card.");
  });

  test("promises nothing before the money has come", () => {
    expect(of(sampleContract("stripe", { status: "pending" }))).toMatchObject({
      statement: "Your payment of $1,148.00 is being confirmed. The receipt comes by email as soon as it is.",
      isPaid: false,
    });
    expect(of(sampleContract("stripe", { status: "error" })).statement).toBe(
      "Your payment of $1,148.00 did not go through.",
    );
  });
});

describe("an order by invoice", () => {
  const invoiced = (more: Partial<typeof SAMPLE_INVOICE> = {}) =>
    sampleContract("invoice", { invoices: [{ ...SAMPLE_INVOICE, ...more }] });

  test("says number, amount, due date, and both ways to pay", () => {
    expect(of(invoiced())).toMatchObject({
      statement: "Invoice INV-2026-0001: $1,148.00, due on December 22, 2026.",
      isPaid: false,
      hasTerms: true,
      payPath: `${PATH}/invoices/INV-2026-0001`,
      follows: [{ label: "Next invoice" }],
    });
    expect(of(invoiced(), false)).toMatchObject({ hasTerms: true, payPath: null });
  });

  test("whose invoice the owner sends is paid by cheque", () => {
    const at = "2026-11-22T15:00:00.000Z";
    const due = { _key: "own-invoice-first", at, kind: "own-invoice", amountCents: 114_800 } as const;
    expect(of(sampleContract("invoice", { history: [due] }))).toMatchObject({
      statement: "Your invoice of $1,148.00 comes separately.",
      hasTerms: true,
      payPath: null,
    });
  });

  test("asks for nothing when nothing is open, or nothing is written yet", () => {
    const paid = of(invoiced({ status: "paid", receivedCents: 114_800 }));
    expect(paid).toMatchObject({ hasTerms: false, payPath: null });
    expect(paid.statement).toBe("Invoice INV-2026-0001: nothing is left to pay.");
    expect(of(sampleContract("invoice"))).toMatchObject({
      statement: "Your invoice of $1,148.00 is being written. You will find it with your order.",
      hasTerms: false,
      payPath: null,
    });
  });
});
