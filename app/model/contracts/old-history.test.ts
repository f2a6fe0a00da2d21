import { expect, test } from "vitest";
import { SAMPLE_INVOICE } from "../../../tests/support/sample-contract.ts";
import type { ContractEvent } from "./history.ts";
import { upgradedHistory } from "./old-history.ts";
import { byHandLeft } from "./payments.ts";

const at = "2026-10-01T15:00:00.000Z";
const charge: ContractEvent = {
  _key: "charged-pi_1",
  at,
  kind: "charged",
  amountCents: 13_200,
  card: { brand: "visa", last4: "4242" },
  note: "Visa ending in 4242",
};
const received: ContractEvent = {
  _key: "received-in_1",
  at,
  kind: "received",
  amountCents: 13_200,
  invoice: "INV-2026-0001",
  note: "INV-2026-0001",
};
const hosted = { ...SAMPLE_INVOICE, number: "INV-2026-0001", hosted: { id: "in_1", url: "" } };

test("the money of a hosted invoice that was stored twice is read once, with its card", () => {
  const history = upgradedHistory({ history: [charge, received], invoices: [hosted] });
  expect(history).toEqual([{ ...received, card: charge.card, note: charge.note }]);
  expect(byHandLeft({ history })).toBe(0);
  expect(upgradedHistory({ history, invoices: [hosted] })).toBe(history);
});

test("two charges are two payments, and a cheque for an invoice of ours is no charge", () => {
  const second = { ...charge, _key: "charged-pi_2" };
  expect(upgradedHistory({ history: [charge, second, received], invoices: [hosted] })).toHaveLength(2);
  const { hosted: _page, ...ours } = hosted;
  const both = [charge, received];
  expect(upgradedHistory({ history: both, invoices: [ours] })).toBe(both);
});
