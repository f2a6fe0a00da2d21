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
  ]);
});

it("shows custom services, coupon, agency and address", () => {
  const customServices = [{ _key: "a", description: "Photographs", price: 12_345 }];
  const { custom, coupon, agency, address, total } = view({ customServices, couponCode: "SPRING", total: 5 });
  expect(custom).toEqual([{ key: "a", description: "Photographs", price: 12_345 }]);
  expect({ coupon, agency, address, total }).toEqual({
    coupon: "SPRING",
    agency: "Company 1",
    address: ["1 Main Street", "New York, NY 10001"],
    total: 5,
  });
});

it.each([
  ["", null],
  ["Ada Lovelace", { kind: "typed", value: "Ada Lovelace" }],
  ["data:image/png;base64,iVBORw0KGgo=", { kind: "drawn", value: "data:image/png;base64,iVBORw0KGgo=" }],
  ["data:text/html,<b>", { kind: "typed", value: "data:text/html,<b>" }],
])("a signature %s is shown as %o", (signature, expected) =>
  expect(view({ signature }).signature).toEqual(expected),
);

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
    total: 0,
    signature: null,
  });
});
