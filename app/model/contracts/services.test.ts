import { expect, test } from "vitest";
import type { CatalogueEntry } from "./pricing.ts";
import { isSameChoice, isServiceId, serviceIds, toContractServices } from "./services.ts";

const CATALOGUE: CatalogueEntry[] = [
  { serviceId: "domainSetup", title: "Domain setup", priceCents: 1_200, kind: "one-time" },
  { serviceId: "websiteMaintenance", title: "Website maintenance", priceCents: 12_000, kind: "monthly" },
];

test("every one of the ten ids is in the stored services, the recurring ones with a frequency", () => {
  const services = toContractServices([{ serviceId: "domainSetup" }, { serviceId: "evil" }], CATALOGUE);
  expect(Object.keys(services)).toEqual(serviceIds);
  expect(services).toMatchObject({
    serverSetup: { selected: false },
    websiteMaintenance: { selected: false, paymentFrequency: "monthly" },
  });
  expect(services["domainSetup"]).toEqual({ selected: true, quantity: 1 });
});

test("a choice is the same in any order, and monthly when nothing else is said", () => {
  const one = [{ serviceId: "a" }, { serviceId: "b", quantity: 2, paymentFrequency: "annually" }] as const;
  expect(isSameChoice(one, [one[1], { serviceId: "a", quantity: 1, paymentFrequency: "monthly" }])).toBe(
    true,
  );
  expect(isSameChoice(one, [one[0]])).toBe(false);
  expect(isSameChoice(one, [one[0], { ...one[1], paymentFrequency: "monthly" }])).toBe(false);
});

test.each(["seoAudit", "a1", "x".repeat(40)])("%s can be the id of a service", (id) =>
  expect(isServiceId(id)).toBe(true),
);

test.each([
  "custom-0",
  "customLogo",
  "SEO",
  "a",
  "x".repeat(41),
  "a.b",
  "1st",
  "constructor",
  "toString",
  "",
])("%j cannot be the id of a service", (id) => expect(isServiceId(id)).toBe(false));
