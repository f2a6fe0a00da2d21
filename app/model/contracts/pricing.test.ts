import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeCoupon, normalCode, type Coupon } from "./coupon.ts";
import { frequencyTerms, paymentFrequencies, type PaymentFrequency } from "./frequency.ts";
import { formatCents } from "./money.ts";
import { priceOrder, type CustomService } from "./pricing.ts";
import type { CatalogueEntry, ServiceChoice } from "./services.ts";

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

describe("priceOrder with a coupon", () => {
  const coupon = (percentOff: number | null, centsOff: number | null): Coupon => ({
    code: "SAVE",
    percentOff,
    centsOff,
  });
  const choices: ServiceChoice[] = [
    { serviceId: "websiteMaintenance", paymentFrequency: "quarterly" },
    { serviceId: "domainSetup" },
  ];
  const priced = (given: Coupon | null) => priceOrder(catalogue, choices, [], given);

  it("takes a percentage off what is due today, once, and leaves the later payments alone", () => {
    expect(priced(coupon(10, null))).toMatchObject({
      oneTimeTotalCents: 1_080,
      recurringTotalCents: 136_800 - 3_420,
      recurringDiscountCents: 7_200,
      couponDiscountCents: 3_540,
      totalCents: 138_000 - 3_540,
      dueTodayCents: 35_400 - 3_540,
      schedule: [{ frequency: "quarterly", amountCents: 34_200 }],
    });
  });

  it("takes an amount off the one-time services first, then off the first period, and never more", () => {
    expect(priced(coupon(null, 5_000))).toMatchObject({
      oneTimeTotalCents: 0,
      recurringTotalCents: 136_800 - 3_800,
      couponDiscountCents: 5_000,
    });
    expect(priced(coupon(null, 1_000_000))).toMatchObject({
      couponDiscountCents: 35_400,
      dueTodayCents: 0,
      totalCents: 138_000 - 35_400,
    });
    expect(priced(coupon(100, null)).dueTodayCents).toBe(0);
  });

  it("is described, and its code is the same in small letters", () => {
    expect(describeCoupon(coupon(10, null))).toBe("10% off");
    expect(describeCoupon(coupon(null, 5_000))).toBe("$50.00 off");
    expect(normalCode(" save10 ")).toBe("SAVE10");
  });
});

const anyCoupon = fc.option(
  fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((percentOff) => ({ code: "C", percentOff, centsOff: null })),
    fc.integer({ min: 1, max: 50_000_000 }).map((centsOff) => ({ code: "C", percentOff: null, centsOff })),
  ),
);

const customLines = fc.array(
  fc.record({ description: fc.string(), price: fc.integer({ min: 0, max: 10_000_000 }) }),
  { maxLength: 4 },
);

const chosen = {
  frequency: fc.constantFrom(...paymentFrequencies),
  quantity: fc.integer({ min: 1, max: 20 }),
};

/** Prices that `priceProblem` accepts. */
const order = fc.array(
  fc.oneof(
    fc.record({
      priceCents: fc.integer({ min: 0, max: 10_000_000 }),
      kind: fc.constant("one-time" as const),
      ...chosen,
    }),
    fc.record({
      priceCents: fc.integer({ min: 0, max: 500_000 }).map((steps) => steps * 20),
      kind: fc.constant("monthly" as const),
      ...chosen,
    }),
  ),
  { maxLength: 12 },
);

function priced(
  items: {
    priceCents: number;
    kind: "one-time" | "monthly";
    frequency: PaymentFrequency;
    quantity: number;
  }[],
  custom: CustomService[] = [],
  coupon: Coupon | null = null,
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
  return priceOrder(entries, choices, custom, coupon);
}

describe("priceOrder, for any catalogue", () => {
  it("counts twelve months of a recurring price less its percentage, which is the sum of the charges of a year", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500_000 }),
        chosen.frequency,
        chosen.quantity,
        (steps, frequency, quantity) => {
          const priceCents = steps * 20;
          const { discountPercent, months, periodsInTotal } = frequencyTerms[frequency];
          const year = frequency === "monthly" ? priceCents : priceCents * 12;
          const { totalCents, recurringDiscountCents, schedule } = priced([
            { priceCents, kind: "monthly", frequency, quantity },
          ]);
          expect(totalCents * 100).toBe(year * quantity * (100 - discountPercent));
          expect(recurringDiscountCents * 100).toBe(year * quantity * discountPercent);
          const charge = schedule[0]?.amountCents ?? Number.NaN;
          expect(Number.isSafeInteger(charge)).toBe(true);
          expect(charge * periodsInTotal).toBe(totalCents);
          expect(charge * 100).toBe(priceCents * quantity * months * (100 - discountPercent));
        },
      ),
    );
  });

  it("adds up, gives back what it takes off, and stays in whole cents", () => {
    fc.assert(
      fc.property(order, customLines, anyCoupon, (items, custom, coupon) => {
        const totals = priced(items, custom, coupon);
        const undiscounted = items.reduce(
          (total, item) => {
            const { months, periodsInTotal } = frequencyTerms[item.frequency];
            const counted = item.kind === "monthly" ? months * periodsInTotal : 1;
            return total + item.priceCents * item.quantity * counted;
          },
          custom.reduce((total, line) => total + line.price, 0),
        );
        expect(totals.totalCents).toBe(totals.oneTimeTotalCents + totals.recurringTotalCents);
        expect(totals.recurringDiscountCents + totals.couponDiscountCents + totals.totalCents).toBe(
          undiscounted,
        );
        if (!coupon) expect(totals.couponDiscountCents).toBe(0);
        const amounts = [
          totals.totalCents,
          totals.dueTodayCents,
          totals.oneTimeTotalCents,
          totals.recurringTotalCents,
          totals.recurringDiscountCents,
          totals.couponDiscountCents,
          ...totals.lines.flatMap((line) => [line.totalCents, line.dueTodayCents, line.couponCents]),
        ];
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      }),
    );
  });

  it("charges over the counted periods exactly the total", () => {
    fc.assert(
      fc.property(order, customLines, anyCoupon, (items, custom, coupon) => {
        const totals = priced(items, custom, coupon);
        const oneTime = totals.lines.reduce((sum, line) => sum + (line.frequency ? 0 : line.paymentCents), 0);
        const charged = totals.schedule.reduce(
          (total, payment) => total + payment.amountCents * frequencyTerms[payment.frequency].periodsInTotal,
          oneTime,
        );
        expect(charged - totals.couponDiscountCents).toBe(totals.totalCents);
        const first = totals.schedule.reduce((total, payment) => total + payment.amountCents, oneTime);
        expect(totals.dueTodayCents).toBe(first - totals.couponDiscountCents);
      }),
    );
  });
});
