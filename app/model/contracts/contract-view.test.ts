import { expect, it } from "vitest";
import { sampleContract } from "../../../tests/support/sample-submissions.ts";
import { contractView } from "./contract-view.ts";

type Document = Parameters<typeof contractView>[0];
const view = (changes: object = {}) =>
  contractView({ ...sampleContract(1), ...changes } as unknown as Document, "2026-11-23");

const services = {
  websiteDevelopment: { selected: true, quantity: 2 },
  websiteMaintenance: { selected: true, paymentFrequency: "quarterly" },
  domainSetup: { selected: false },
};

it("shows selected services as they were priced, with quantity and frequency", () => {
  expect(view({ services }).services).toEqual([
    {
      id: "websiteDevelopment",
      title: "Website development",
      quantity: 2,
      frequency: "",
      period: "",
      priceCents: 50_000,
    },
    {
      id: "websiteMaintenance",
      title: "Website maintenance",
      quantity: 1,
      frequency: "Quarterly (5% off)",
      period: "$1,368.00 for 12 months, $342.00 every 3 months",
      priceCents: 144_000,
    },
  ]);
});

it("tells what happened in words, the newest first", () => {
  const history = [
    { _key: "placed", at: "2026-11-20T15:00:00.000Z", kind: "placed", by: "client" },
    {
      _key: "refund-re_1",
      at: "2026-11-22T15:00:00.000Z",
      kind: "refunded",
      by: "ada@example.com",
      amountCents: 500,
    },
    { _key: "x", at: "2026-11-21T15:00:00.000Z", kind: "unheard-of" },
  ];
  expect(view({ history }).timeline.map(({ label, by, amountCents }) => [label, by, amountCents])).toEqual([
    ["Refunded", "ada@example.com", 500],
    ["unheard-of", "", null],
    ["Order placed", "the client", null],
  ]);
});

it("has what happened in one second in the order in which it happened", () => {
  const history = [
    { _key: "placed", at: "2026-11-20T15:00:00.700Z", kind: "placed", by: "client" },
    { _key: "charged-in_1", at: "2026-11-20T15:00:00.000Z", kind: "charged" },
  ];
  expect(view({ history }).timeline.map(({ label }) => label)).toEqual(["Card charged", "Order placed"]);
});

it("shows the card, what was received, what follows, and when it ends", () => {
  const { payment: stored } = sampleContract(1);
  const payment = {
    ...stored,
    card: { brand: "visa", last4: "4242" },
    receivedAmount: 84_200,
    schedule: [
      { _key: "quarterly", frequency: "quarterly", months: 3, amountCents: 34_200, nextDate: "2027-02-20" },
    ],
  };
  const cancellation = {
    requestedAt: "",
    by: "client",
    endsOn: "2027-02-20",
    revocableUntil: "2027-02-20",
    confirmedAt: "2026-11-22T15:00:00.000Z",
    endedAt: "",
  };
  const shown = view({ payment, cancellation });
  expect(shown.payment).toEqual(
    expect.arrayContaining([
      { label: "Card", value: "Visa ending in 4242" },
      {
        label: "Cancellation",
        value: expect.stringMatching(/: until February 19, 2027\nCancelled by the client$/),
      },
    ]),
  );
  expect(shown.nextPayments).toEqual([]);
  expect(view({ payment }).nextPayments).toEqual([
    { label: "Next invoice", value: "$342.00 on February 20, 2027, then every 3 months" },
  ]);
  expect(shown.amounts.slice(-2)).toMatchObject([{ label: "Paid" }, { label: "Still to pay" }]);
});

it("shows custom services, coupon, agency and address", () => {
  const customServices = [{ _key: "a", description: "Photographs", price: 12_345 }];
  const { custom, coupon, contact } = view({ customServices, couponCode: "SPRING" });
  expect(custom).toEqual([{ key: "a", description: "Photographs", price: 12_345 }]);
  expect(coupon).toBe("SPRING");
  expect(contact.slice(-2)).toEqual([
    { label: "Agency", value: "Company 1" },
    { label: "Address", value: "1 Main Street\nNew York, NY 10001" },
  ]);
});

it("lists amounts that add up to the total", () => {
  expect(view().amounts.map(({ label, cents }) => [label, cents])).toEqual([
    ["Services", 194_000],
    ["Discount", -7_200],
    ["Total", 186_800],
    ["Still to pay", 84_200],
  ]);
});

it("stands on a document that has nothing", () => {
  const bare = {
    _id: "c",
    _type: "adminContract",
    _createdAt: "2026-01-01T00:00:00Z",
    _updatedAt: "",
    _rev: "r",
  };
  expect(contractView(bare as Document, "2026-11-23")).toMatchObject({
    name: "",
    submittedAt: "2026-01-01T00:00:00Z",
    services: [],
    custom: [],
    amounts: [{ label: "Total", cents: 0, isSum: true }],
    signature: "",
  });
});
