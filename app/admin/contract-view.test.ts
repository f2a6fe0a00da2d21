import { expect, it } from "vitest";
import { sampleContract } from "../../tests/support/sample-submissions.ts";
import { contractView } from "./contract-view.ts";

type Document = Parameters<typeof contractView>[0];
const catalogue = [{ serviceId: "websiteDevelopment", title: "Website development" }] as Parameters<
  typeof contractView
>[1];
const view = (changes: object = {}) =>
  contractView({ ...sampleContract(1), ...changes } as unknown as Document, catalogue);

it("names selected services by the catalogue, with quantity and frequency", () => {
  const services = {
    websiteDevelopment: { selected: true, quantity: 2 },
    websiteMaintenance: { selected: true, paymentFrequency: "quarterly" },
    domainSetup: { selected: false },
    somethingElse: { selected: true },
  };
  expect(view({ services }).services).toEqual([
    { id: "websiteDevelopment", title: "Website development", quantity: 2, frequency: "" },
    { id: "websiteMaintenance", title: "websiteMaintenance", quantity: 1, frequency: "Quarterly (5% off)" },
    { id: "somethingElse", title: "somethingElse", quantity: 1, frequency: "" },
  ]);
});

it("shows custom services, coupon, agency and address", () => {
  const customServices = [{ _key: "a", description: "Photographs", price: 12_345 }];
  const { custom, coupon, agency, address } = view({ customServices, couponCode: "SPRING" });
  expect(custom).toEqual([{ key: "a", description: "Photographs", price: 12_345 }]);
  expect({ coupon, agency, address }).toEqual({
    coupon: "SPRING",
    agency: "Company 1",
    address: ["1 Main Street", "New York, NY 10001"],
  });
});

it("lists amounts that add up to the total", () => {
  expect(view().amounts.map(({ label, cents }) => [label, cents])).toEqual([
    ["One-time services", 50_000],
    ["Recurring services", 144_000],
    ["Discount", -7_200],
    ["Total", 186_800],
    ["Due", 84_200],
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
  expect(contractView(bare as Document, catalogue)).toMatchObject({
    name: "",
    submittedAt: "2026-01-01T00:00:00Z",
    services: [],
    custom: [],
    amounts: [{ label: "Total", cents: 0, isSum: true }],
    signature: "",
  });
});
