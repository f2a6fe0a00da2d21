import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frequencyTerms, paymentFrequencies, type PaymentFrequency } from "./frequency.ts";
import { formatCents } from "./money.ts";
import { priceOrder, type CatalogueEntry, type ServiceChoice } from "./pricing.ts";

const catalogue: CatalogueEntry[] = [
  ["websiteDevelopment", 50_000, "one-time"],
  ["domainSetup", 1_200, "one-time"],
  ["websiteMaintenance", 12_000, "monthly"],
  ["databaseManagement", 2_000, "monthly"],
  ["serverSetup", 15_000, "one-time"],
  ["clientPortal", 10_000, "one-time"],
  ["secureForm", 10_000, "one-time"],
  ["platformConnection", 20_000, "one-time"],
  ["ecommerce15", 20_000, "one-time"],
  ["ecommerce20", 25_000, "one-time"],
].map(
  ([serviceId, priceCents, kind]) => ({ serviceId, title: serviceId, priceCents, kind }) as CatalogueEntry,
);

const one = (serviceId: string, paymentFrequency?: PaymentFrequency) =>
  priceOrder(catalogue, [{ serviceId, ...(paymentFrequency ? { paymentFrequency } : {}) }]);

describe("priceOrder, figures of the specification", () => {
  it.each(catalogue.filter((entry) => entry.kind === "one-time"))(
    "charges $serviceId once, in full, today",
    (entry) => {
      const totals = one(entry.serviceId);
      expect(totals).toMatchObject({
        oneTimeTotalCents: entry.priceCents,
        recurringTotalCents: 0,
        recurringDiscountCents: 0,
        totalCents: entry.priceCents,
        dueTodayCents: entry.priceCents,
        schedule: [],
      });
    },
  );

  it.each([
    ["websiteMaintenance", "monthly", 12_000, 0, 12_000],
    ["websiteMaintenance", "quarterly", 136_800, 7_200, 34_200],
    ["websiteMaintenance", "biannually", 129_600, 14_400, 64_800],
    ["websiteMaintenance", "annually", 122_400, 21_600, 122_400],
    ["databaseManagement", "monthly", 2_000, 0, 2_000],
    ["databaseManagement", "quarterly", 22_800, 1_200, 5_700],
    ["databaseManagement", "biannually", 21_600, 2_400, 10_800],
    ["databaseManagement", "annually", 20_400, 3_600, 20_400],
  ] as const)("%s %s", (serviceId, frequency, total, discount, dueToday) => {
    const totals = one(serviceId, frequency);
    expect([totals.totalCents, totals.recurringDiscountCents, totals.dueTodayCents]).toEqual([
      total,
      discount,
      dueToday,
    ]);
    expect(totals.schedule).toEqual([
      { frequency, months: frequencyTerms[frequency].months, amountCents: dueToday },
    ]);
  });

  it("adds one-time and recurring lines of different frequency", () => {
    const totals = priceOrder(catalogue, [
      { serviceId: "websiteDevelopment" },
      { serviceId: "websiteMaintenance", paymentFrequency: "annually" },
      { serviceId: "databaseManagement", paymentFrequency: "quarterly" },
    ]);
    expect(totals.totalCents).toBe(50_000 + 122_400 + 22_800);
    expect(totals.dueTodayCents).toBe(50_000 + 122_400 + 5_700);
    expect(totals.schedule.map((payment) => payment.frequency)).toEqual(["quarterly", "annually"]);
  });

  it("ignores what the catalogue does not hold and pays monthly by default", () => {
    expect(one("freeYacht").totalCents).toBe(0);
    expect(one("websiteMaintenance").totalCents).toBe(12_000);
  });

  it("shows two decimals", () => {
    expect(formatCents(136_800)).toBe("$1,368.00");
  });
});

const order = fc.array(
  fc.record({
    priceCents: fc.integer({ min: 0, max: 10_000_000 }),
    kind: fc.constantFrom("one-time" as const, "monthly" as const),
    frequency: fc.constantFrom(...paymentFrequencies),
    quantity: fc.integer({ min: 1, max: 20 }),
  }),
  { maxLength: 12 },
);

function priced(
  items: {
    priceCents: number;
    kind: "one-time" | "monthly";
    frequency: PaymentFrequency;
    quantity: number;
  }[],
) {
  const entries = items.map((item, i): CatalogueEntry => ({
    serviceId: `s${i}`,
    title: `s${i}`,
    priceCents: item.priceCents,
    kind: item.kind,
  }));
  const choices = items.map((item, i): ServiceChoice => ({
    serviceId: `s${i}`,
    quantity: item.quantity,
    paymentFrequency: item.frequency,
  }));
  return priceOrder(entries, choices);
}

describe("priceOrder, for any catalogue", () => {
  it("adds up, gives back what it takes off, and stays in whole cents", () => {
    fc.assert(
      fc.property(order, (items) => {
        const totals = priced(items);
        const undiscounted = items.reduce((total, item) => {
          const { months, periodsInTotal } = frequencyTerms[item.frequency];
          return (
            total + item.priceCents * item.quantity * (item.kind === "monthly" ? months * periodsInTotal : 1)
          );
        }, 0);
        expect(totals.totalCents).toBe(totals.oneTimeTotalCents + totals.recurringTotalCents);
        expect(totals.recurringDiscountCents + totals.totalCents).toBe(undiscounted);
        const amounts = [
          totals.totalCents,
          totals.dueTodayCents,
          totals.recurringDiscountCents,
          ...totals.lines.map((l) => l.totalCents),
        ];
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      }),
    );
  });

  it("charges over the counted periods exactly the total", () => {
    fc.assert(
      fc.property(order, (items) => {
        const totals = priced(items);
        const charged = totals.schedule.reduce(
          (total, payment) => total + payment.amountCents * frequencyTerms[payment.frequency].periodsInTotal,
          totals.oneTimeTotalCents,
        );
        expect(charged).toBe(totals.totalCents);
      }),
    );
  });
});
