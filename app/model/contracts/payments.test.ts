import { expect, test } from "vitest";
import { sampleContract } from "../../../tests/support/sample-contract.ts";
import type { ContractEvent } from "./history.ts";
import { byHandLeft, cardPayments, listPayments } from "./payments.ts";

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

test("every payment by card has a number, its date, its period, its card and its amount; refunds are in the list", () => {
  expect(listPayments(contract, "7KQ2-M9XD")).toEqual([
    {
      number: "7KQ2-M9XD-3",
      date: "2027-11-22",
      card: "Mastercard ending in 4444",
      period: "6 months, Nov 22, 2027 to May 21, 2028",
      cents: 64_800,
    },
    { number: "", date: "2027-06-01", card: "", period: "", cents: -10_000 },
    {
      number: "7KQ2-M9XD-2",
      date: "2027-05-29",
      card: "Mastercard ending in 4444",
      period: "6 months, May 22, 2027 to Nov 21, 2027",
      cents: 64_800,
    },
    {
      number: "7KQ2-M9XD-1",
      date: "2026-11-22",
      card: "Visa ending in 4242",
      period: "6 months, Nov 22, 2026 to May 21, 2027",
      cents: 114_800,
    },
  ]);
  expect(listPayments(sampleContract("invoice"), "7KQ2-M9XD")).toEqual([]);
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
