import { expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../tests/support/sample-contract.ts";
import { newCancellation } from "./cancellation.ts";
import type { ContractDocument } from "./contract-document.ts";
import type { ContractEvent } from "./history.ts";
import { owedBack, undelivered, undeliveredTexts } from "./undelivered.ts";

// Maintenance for six months costs $648.00 from November 22, 2026 on: 181 days until May 22, 2027.
const charged: ContractEvent = { _key: "charged-in_1", at: "2026-11-22T15:00:00.000Z", kind: "charged" };

const running = (more: Partial<ContractDocument> = {}): ContractDocument => {
  const contract = sampleContract("stripe", { date: "2026-11-22" });
  const schedule = contract.payment.schedule.map((entry) => ({ ...entry, nextDate: "2027-05-22" }));
  return {
    ...contract,
    subscription: { id: "sub_1", status: "active" },
    payment: { ...contract.payment, schedule },
    history: [charged],
    ...more,
  };
};
const endAt = (contract: ContractDocument, day: string, atOnce = true) =>
  newCancellation(contract, { by: "a@b.c", now: new Date(`${day}T17:00:00.000Z`), atOnce });

test("what is ended at once is owed in proportion for the days after it", () => {
  const contract = running();
  const [row, ...others] = undelivered(contract, endAt(contract, "2027-01-31"));
  // 110 of 181 days are left: $393.8122.
  expect([row, others]).toEqual([
    { services: "Website maintenance", days: { start: "2027-02-01", end: "2027-05-22" }, cents: 39_381 },
    [],
  ]);
  expect(undeliveredTexts([row!])).toEqual([
    "Not delivered any more: $393.81 for Website maintenance, Feb 1, 2027 to May 21, 2027. We pay this back, or take it off what is still to pay.",
  ]);
});

test("nothing is owed of what ends with its period, or on its last day, or was declined", () => {
  const contract = running();
  expect(undelivered(contract, endAt(contract, "2027-01-31", false))).toEqual([]);
  expect(undelivered(contract, endAt(contract, "2027-05-21"))).toEqual([]);
  const declined = {
    _key: "charge-failed-in_2-1",
    at: "2027-05-22T15:00:00.000Z",
    kind: "charge-failed",
  } as const;
  const unpaid = running({ history: [charged, declined] });
  expect(undelivered(unpaid, endAt(unpaid, "2027-06-06"))).toEqual([]);
});

test("a first period counts at what it cost after its coupon", () => {
  const lines = running().lines.map((line) => ({ ...line, dueTodayCents: line.dueTodayCents / 2 }));
  const contract = running({ lines });
  expect(undelivered(contract, endAt(contract, "2027-01-31"))[0]?.cents).toBe(19_691);
});

test("by invoice it is owed of an invoiced period, paid or not, and not of one that waited", () => {
  const ofPeriod = (periodStart: string, status: "open" | "void") =>
    running({
      payment: { ...running().payment, paymentMethod: "invoice" },
      history: [],
      invoices: [
        { ...SAMPLE_INVOICE, periodStart: "2026-11-22", frequency: "" },
        {
          ...SAMPLE_INVOICE,
          _key: "2",
          number: "INV-2027-0002",
          periodStart,
          frequency: "biannually",
          status,
        },
      ],
    });
  const centsOf = (contract: ContractDocument) =>
    undelivered(contract, endAt(contract, "2027-06-30")).map(({ cents }) => cents);
  expect(centsOf(ofPeriod("2027-05-22", "open"))).toEqual([Math.round((64_800 * 144) / 184)]);
  expect(centsOf(ofPeriod("2027-05-22", "void"))).toEqual([]);
  expect(centsOf(ofPeriod("2026-11-22", "open"))).toEqual([]);
});

test("what was refunded or credited since is owed no more", () => {
  const cancellation = endAt(running(), "2027-01-31");
  const refund = { _key: "refund-1", at: "2027-02-01T12:00:00.000Z", kind: "refunded" } as const;
  const after = (...more: ContractEvent[]) =>
    owedBack(running({ cancellation, history: [charged, ...more] }));
  expect(after()).toHaveLength(1);
  expect(after({ ...refund, amountCents: 39_380 })).toHaveLength(1);
  expect(after({ ...refund, amountCents: 39_381 })).toEqual([]);
  expect(after({ ...refund, amountCents: 39_381, at: "2027-01-02T12:00:00.000Z" })).toHaveLength(1);
});
