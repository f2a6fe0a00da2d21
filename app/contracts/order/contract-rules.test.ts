import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { formOf, parseOrderFields } from "../../../tests/support/sample-contract.ts";
import { buildContract } from "../../model/contracts/build-contract.ts";
import { paymentFailed } from "../../model/contracts/messages.ts";
import { priceOrder } from "../../model/contracts/pricing.ts";
import type { CatalogueEntry } from "../../model/contracts/services.ts";
import type { ProviderState } from "../payment/provider-state.server.ts";
import { changedFields, chargedFields } from "../payment/reconcile.server.ts";
import type { StoredContract } from "../store/contract-store.server.ts";
import {
  confirmationToken,
  isLinkExpired,
  readConfirmationToken,
  renewedToken,
} from "../store/private-links.server.ts";
import { choiceFor, choicesIn } from "./form-values.ts";
import { agreedPolicy } from "./place-contract.server.ts";

const SECRET = "a secret of sixteen or more";

test("the provider's full stop is not doubled", () => {
  expect(paymentFailed("Your card was declined.")).toBe(
    "Payment failed: Your card was declined. Please try again or choose invoice payment.",
  );
});

test.each([
  [
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
    "Payment failed: We are unable to authenticate your payment method. Please try again or choose invoice payment.",
  ],
  [
    "Your card has insufficient funds. Try a different card.",
    "Payment failed: Your card has insufficient funds. Please try again or choose invoice payment.",
  ],
  ["Please try again", "Payment failed: Please try again. Please try again or choose invoice payment."],
])("of what the provider says, %s, the advice is left to us", (message, shown) => {
  expect(paymentFailed(message)).toBe(shown);
});

test("the form's services are read back for the totals and for the fields", () => {
  const form = formOf({
    "services.websiteMaintenance.selected": "on",
    "services.websiteMaintenance.paymentFrequency": "annually",
    "services.databaseManagement.paymentFrequency": "quarterly",
  });
  const choices = choicesIn(form);
  expect(choices).toEqual([
    { serviceId: "domainSetup" },
    { serviceId: "websiteMaintenance", paymentFrequency: "annually" },
  ]);
  expect(choiceFor("websiteMaintenance", form)).toEqual({ selected: true, frequency: "annually" });
  expect(choiceFor("databaseManagement", form)).toEqual({ selected: false, frequency: "quarterly" });
  expect(choiceFor("serverSetup", null)).toEqual({ selected: false, frequency: "monthly" });
});

describe("the stored order", () => {
  const catalogue: CatalogueEntry[] = [
    { serviceId: "websiteMaintenance", title: "Maintenance", priceCents: 12_000, kind: "monthly" },
  ];
  const totals = priceOrder(catalogue, [{ serviceId: "websiteMaintenance", paymentFrequency: "quarterly" }]);
  const parsed = parseOrderFields({ paymentMethod: "stripe" });
  const input = parsed.ok ? parsed.order.input : undefined;
  const build = (now: string) => buildContract(input!, totals, { version: "3.0", hash: "h" }, new Date(now));

  test("has the figures of decisions.md in cents, and a status that equals its payment status", () => {
    expect(build("2026-11-21T12:00:00Z")).toMatchObject({
      total: 136_800,
      status: "pending",
      couponCode: "",
      customServices: [],
      subscription: null,
      payment: {
        useStripe: true,
        paymentStatus: "pending",
        amount: 136_800,
        amountDueToday: 34_200,
        recurringDiscount: 7_200,
        schedule: [{ _key: "quarterly", months: 3, amountCents: 34_200 }],
      },
    });
  });

  test("carries New York's date", () => {
    expect(build("2026-11-22T03:00:00Z")).toMatchObject({
      date: "2026-11-21",
      submittedAt: "2026-11-22T03:00:00.000Z",
    });
  });

  const at = "2026-11-21T12:01:00.000Z";
  const charge = {
    id: "pi_1",
    at,
    succeeded: true,
    amountCents: 34_200,
    refundedCents: 0,
    card: { brand: "visa", last4: "4242" },
    failure: "",
    confirmUrl: "",
    nextTryAt: "",
    isRenewal: false,
    invoices: [],
  };
  const provider: ProviderState = {
    paymentStatus: "completed",
    subscription: null,
    failure: "",
    charges: [charge],
    refunds: [],
    disputes: [],
  };
  const stored = (): StoredContract => ({
    ...build("2026-11-21T12:00:00Z"),
    _id: "contract.1",
    _rev: "1",
    _updatedAt: "2026-11-21T12:00:00Z",
  });

  const reconciled = (contract: StoredContract, state: ProviderState) =>
    changedFields(contract, chargedFields(contract, state, new Date(at)));

  test("takes over what Stripe says, and nothing when it says that already", () => {
    const fields = reconciled(stored(), provider);
    expect(fields).toEqual({
      status: "completed",
      "payment.paymentStatus": "completed",
      "payment.receivedAmount": 34_200,
      "payment.card": { brand: "visa", last4: "4242" },
      history: [
        expect.objectContaining({ _key: "placed" }),
        {
          _key: "charged-pi_1",
          at,
          kind: "charged",
          amountCents: 34_200,
          card: { brand: "visa", last4: "4242" },
          note: "Visa ending in 4242",
        },
      ],
    });
    expect(reconciled(stored(), { ...provider, paymentStatus: "pending", charges: [] })).toBeNull();
    const dispute = { id: "dp_1", at, amountCents: 34_200, status: "needs_response" };
    const refund = { id: "re_1", at, amountCents: 5 };
    const later = { charges: [{ ...charge, refundedCents: 5 }], refunds: [refund], disputes: [dispute] };
    const changed = reconciled(stored(), { ...provider, ...later });
    expect(changed).toMatchObject({ "payment.refundedAmount": 5, "payment.disputed": true });
    expect(changed?.["history"]).toHaveLength(4);
  });
});

test("the agreed policy is known by its text", () => {
  const policy = (body: unknown) =>
    agreedPolicy({ title: "Policy", version: "3.0", effectiveDate: null, body } as never);
  expect(policy(["a"])).toEqual({ version: "3.0", hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(policy(["a"]).hash).not.toBe(policy(["b"]).hash);
});

describe("the private address of an order", () => {
  const id = randomUUID();
  const token = confirmationToken(SECRET, id);

  test("leads back to the order", () => {
    expect(readConfirmationToken(SECRET, token)).toEqual({ submissionId: id, renewedAt: 0 });
  });

  test("ends 90 days after the order's last event, one that was mailed anew 90 days after its day", () => {
    const DAY = 86_400_000;
    const event = Date.parse("2026-11-21T12:00:00Z");
    const contract = { _updatedAt: new Date(event).toISOString() };
    const ended = (used: string, ms: number) => {
      const link = readConfirmationToken(SECRET, used);
      if (!link) throw new Error("not ours");
      expect(link.submissionId).toBe(id);
      return isLinkExpired(contract, link, new Date(event + ms));
    };
    expect([ended(token, 90 * DAY - 1), ended(token, 90 * DAY)]).toEqual([false, true]);
    const renewed = renewedToken(SECRET, id, new Date(event + 200 * DAY));
    expect([ended(renewed, 289 * DAY), ended(renewed, 290 * DAY)]).toEqual([false, true]);
    const early = renewedToken(SECRET, id, new Date(event - 50 * DAY));
    expect([ended(early, 89 * DAY), ended(early, 90 * DAY)]).toEqual([false, true]);
    // A demo's clock is ahead of the store's.
    const happened = { ...contract, history: [{ at: new Date(event + 200 * DAY).toISOString() }] };
    const first = readConfirmationToken(SECRET, token)!;
    const isOver = (days: number) => isLinkExpired(happened, first, new Date(event + days * DAY));
    expect([isOver(289), isOver(290)]).toEqual([false, true]);
    expect(readConfirmationToken("another secret of sixteen", renewed)).toBeNull();
    expect(readConfirmationToken(SECRET, renewed.slice(0, -1))).toBeNull();
  });

  test("cannot be guessed, changed, or read with another secret", () => {
    const flipped = (token.startsWith("A") ? "B" : "A") + token.slice(1);
    for (const wrong of ["", id, flipped, `${token}A`, token.slice(1)]) {
      expect(readConfirmationToken(SECRET, wrong)).toBeNull();
    }
    expect(readConfirmationToken("another secret of sixteen", token)).toBeNull();
  });
});
