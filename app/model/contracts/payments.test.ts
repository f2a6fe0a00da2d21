import { expect, test } from "vitest";
import { sampleContract } from "../../../tests/support/sample-contract.ts";
import type { ContractEvent } from "./history.ts";
import { byHandLeft, cardPayments, findReceipt, listPayments, refundsOf } from "./payments.ts";

const VISA = { brand: "visa", last4: "4242" };
const MASTERCARD = { brand: "mastercard", last4: "4444" };

const event = (
  kind: ContractEvent["kind"],
  day: string,
  amountCents: number,
  card = VISA,
): ContractEvent => ({
  _key: `${kind}-${day}`,
  kind,
  at: `${day}T15:00:00.000Z`,
  amountCents,
  card,
});
const contract = sampleContract("stripe", {
  history: [
    event("charged", "2026-11-22", 114_800),
    // Declined at first, so it was paid late.
    event("charge-failed", "2027-05-22", 64_800),
    event("charged", "2027-05-29", 64_800, MASTERCARD),
    event("refunded", "2027-06-01", 10_000),
    event("charged", "2027-11-22", 64_800, MASTERCARD),
  ],
});

test("every payment by card and every refund has a number, its date, its card and its amount", () => {
  expect(listPayments(contract, "7KQ2-M9XD")).toEqual([
    {
      kind: "receipt",
      number: "7KQ2-M9XD-3",
      date: "2027-11-22",
      card: "Mastercard ending in 4444",
      period: "6 months, Nov 22, 2027 to May 21, 2028",
      cents: 64_800,
    },
    {
      kind: "refund",
      number: "7KQ2-M9XD-R1",
      date: "2027-06-01",
      card: "Visa ending in 4242",
      period: "",
      cents: -10_000,
    },
    {
      kind: "receipt",
      number: "7KQ2-M9XD-2",
      date: "2027-05-29",
      card: "Mastercard ending in 4444",
      period: "6 months, May 22, 2027 to Nov 21, 2027",
      cents: 64_800,
    },
    {
      kind: "receipt",
      number: "7KQ2-M9XD-1",
      date: "2026-11-22",
      card: "Visa ending in 4242",
      period: "6 months, Nov 22, 2026 to May 21, 2027",
      cents: 114_800,
    },
  ]);
  expect(listPayments(sampleContract("invoice"), "7KQ2-M9XD")).toEqual([]);
});

test("a refund has its number whatever is told later, and the card to which it went", () => {
  const { card: _card, ...unnamed } = event("refunded", "2026-12-02", 2_000);
  const byHand = { ...event("refunded", "2026-12-03", 3_000), byHand: true };
  const late = event("refunded", "2026-12-01", 1_000, MASTERCARD);
  const refunded = (...history: ContractEvent[]) =>
    refundsOf(sampleContract("stripe", { history })).map(({ count, card }) => `${count}: ${card}`);
  const one = event("charged", "2026-11-22", 114_800);
  expect(refunded(one, unnamed, byHand, late)).toEqual([
    "1: Visa ending in 4242",
    "2: Check or transfer",
    "3: Mastercard ending in 4444",
  ]);
  // Of two cards nobody knows which.
  expect(refunded(one, event("charged", "2026-11-30", 100, MASTERCARD), unnamed)).toEqual(["1: your card"]);
});

test("receipts are found by their numbers, and say what they are", () => {
  const kinds = ["7KQ2-M9XD-2", "7KQ2-M9XD-R1", "7KQ2-M9XD-R2", "7KQ2-M9XD-4", "7KQ2-M9XD-R"];
  expect(kinds.map((number) => findReceipt(contract, "7KQ2-M9XD", number)?.kind)).toEqual([
    "receipt",
    "refund",
    undefined,
    undefined,
    undefined,
  ]);
  const refund = findReceipt(contract, "7KQ2-M9XD", "7KQ2-M9XD-R1");
  expect(refund?.content).toMatchObject({
    lines: [{ description: "Refund to Visa ending in 4242", amountCents: 10_000 }],
    totalCents: 10_000,
  });
});

test("the lines of a receipt add up to what was charged", () => {
  const [first, second] = cardPayments(contract).map(({ content }) => content);
  expect(first).toMatchObject({ subtotalCents: 122_000, discountCents: 7_200, totalCents: 114_800 });
  expect(second?.lines.map(({ description }) => description)).toEqual(["Website maintenance"]);
  expect(second).toMatchObject({ subtotalCents: 72_000, discountCents: 7_200, totalCents: 64_800 });
});

test("a charge that the lines do not explain has one line of its amount", () => {
  const odd = sampleContract("stripe", { history: [event("charged", "2026-11-22", 1)] });
  expect(cardPayments(odd)[0]?.content).toMatchObject({
    lines: [{ description: "Services that renew", amountCents: 1 }],
    totalCents: 1,
  });
});

test("only what came by cheque can be paid back by hand", () => {
  const { card: _card, ...cheque } = event("received", "2026-12-01", 5_000);
  const history = [cheque, event("received", "2026-12-02", 109_800)];
  expect(byHandLeft({ history })).toBe(5_000);
});
