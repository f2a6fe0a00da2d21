import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { frequencyTerms, paymentFrequencies } from "./frequency.ts";
import {
  isSameChoice,
  isServiceId,
  priceProblem,
  readCatalogue,
  serviceIds,
  toContractServices,
  type CatalogueEntry,
} from "./services.ts";

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

describe("a price", () => {
  test.each([
    ["monthly", 175, "A monthly price is a multiple of $0.20, such as $1.60 or $1.80."],
    ["monthly", 12_010, "A monthly price is a multiple of $0.20, such as $120.00 or $120.20."],
    ["monthly", 12_000, null],
    ["monthly", 0, null],
    ["one-time", 175, null],
    ["one-time", -1, "A price is in whole cents, 0 or more."],
    ["one-time", 12.5, "A price is in whole cents, 0 or more."],
    ["monthly", Number.NaN, "A price is in whole cents, 0 or more."],
  ] as const)("%s, %s cents: %s", (kind, cents, problem) => expect(priceProblem(kind, cents)).toBe(problem));

  test("is refused when one of its periods would not be whole cents, and no multiple of $0.20 is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
        const whole = paymentFrequencies.every((frequency) => {
          const { months, discountPercent } = frequencyTerms[frequency];
          return (cents * months * (100 - discountPercent)) % 100 === 0;
        });
        expect(priceProblem("monthly", cents) === null).toBe(whole);
      }),
    );
  });
});

test("services that cannot be ordered are left out, with the reason", () => {
  const entry = (more: object) =>
    ({
      serviceId: "seoAudit",
      title: "SEO audit",
      priceCents: 40_000,
      kind: "one-time",
      ...more,
    }) as CatalogueEntry;
  const { catalogue, leftOut } = readCatalogue([
    entry({}),
    entry({ title: "The same again" }),
    entry({ serviceId: "care", kind: "monthly", priceCents: 175 }),
    entry({ serviceId: "custom-0" }),
    entry({ serviceId: "weekly", kind: "weekly" }),
    entry({ serviceId: "free", priceCents: null }),
  ]);
  expect(catalogue).toEqual([entry({})]);
  expect(leftOut).toEqual([
    { serviceId: "seoAudit", reason: "Another service has this id." },
    { serviceId: "care", reason: "A monthly price is a multiple of $0.20, such as $1.60 or $1.80." },
    { serviceId: "custom-0", reason: "The id is not valid." },
    { serviceId: "weekly", reason: "The kind is unknown." },
    { serviceId: "free", reason: "A price is in whole cents, 0 or more." },
  ]);
});
