import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orderRows } from "./account.ts";
import { orderSums, serviceRow } from "./amounts.ts";
import { buildContract } from "./build-contract.ts";
import type { ContractDocument } from "./contract-document.ts";
import { paymentFrequencies } from "./frequency.ts";
import { contentRows, creditNote, firstInvoice, periodsInvoice } from "./invoice-content.ts";
import { sumCents } from "./money.ts";
import { priceOrder } from "./pricing.ts";
import type { CatalogueEntry } from "./services.ts";
import { checkTaxPercent, readTax, taxLabel, taxOn, type Tax } from "./tax.ts";

const NEW_YORK: Tax = { name: "Sales tax", percent: 8.875 };

const catalogue: CatalogueEntry[] = [
  { serviceId: "site", title: "Site", priceCents: 50_000, kind: "one-time" },
  { serviceId: "domain", title: "Domain", priceCents: 1_200, kind: "one-time" },
  { serviceId: "care", title: "Care", priceCents: 12_000, kind: "monthly" },
  { serviceId: "data", title: "Data", priceCents: 2_000, kind: "monthly" },
];
const coupon = { code: "TEN", percentOff: 10, centsOff: null };

describe("a rate", () => {
  test.each([
    [1_200, 8.875, 107],
    [50_000, 8.875, 4_438],
    [34_200, 8.875, 3_035],
    [10, 5, 1],
    [9, 5, 0],
    [9_999_999, 49.999, 4_999_900],
    [0, 21, 0],
  ])("%i cents at %f percent are %i, half up", (cents, percent, tax) => {
    expect(taxOn(cents, { name: "VAT", percent })).toBe(tax);
  });

  test("is shown with its name and the decimals that it has", () => {
    expect(taxLabel(NEW_YORK)).toBe("Sales tax 8.875%");
    expect(taxLabel({ name: "VAT", percent: 21 })).toBe("VAT 21%");
  });

  test.each([-1, 50.1, 1.2345, Number.NaN])("of %f is refused, and adds nothing", (percent) => {
    expect(checkTaxPercent(percent)).not.toBe(true);
    expect(readTax({ name: "VAT", percent })).toBeNull();
  });

  test("of 0 or none adds nothing; a name is not needed", () => {
    for (const stored of [null, undefined, {}, { name: "VAT" }, { name: "VAT", percent: 0 }])
      expect(readTax(stored)).toBeNull();
    expect(readTax({ percent: 19.6 })).toEqual({ name: "Tax", percent: 19.6 });
  });
});

test("an order without a tax is as before", () => {
  const choices = [{ serviceId: "site" }];
  expect(priceOrder(catalogue, choices, [], null, null)).toEqual(priceOrder(catalogue, choices));
});

test("the tax is added to each line, after discount and coupon, and shown below the services", () => {
  const choices = [{ serviceId: "domain" }, { serviceId: "care", paymentFrequency: "quarterly" } as const];
  const totals = priceOrder(catalogue, choices, [], coupon, NEW_YORK);
  // 12.00 - 1.20 = 10.80, tax 0.96; 342.00 - 34.20 = 307.80, tax 27.32; each later quarter 342.00, tax 30.35.
  expect(totals.dueTodayCents).toBe(1_080 + 96 + 30_780 + 2_732);
  expect(totals.schedule).toMatchObject([{ amountCents: 34_200 + 3_035 }]);
  expect(totals.totalCents).toBe(totals.dueTodayCents + 3 * 37_235);
  expect(totals.lines.map(serviceRow)).toMatchObject([
    { label: "Domain", cents: 1_200 },
    {
      label: "Care",
      cents: 144_000,
      note: "Quarterly (5% off): $1,368.00 for 12 months, $342.00 every 3 months, plus tax",
    },
  ]);
  expect(orderSums(totals, coupon)).toMatchObject([
    { label: "Services", cents: 145_200 },
    { label: "Discount", cents: -7_200 },
    { label: "Coupon TEN", cents: -3_540 },
    { label: "Sales tax 8.875%", cents: 96 + 2_732 + 3 * 3_035 },
    { label: "Total", cents: totals.totalCents },
  ]);
});

const choice = fc.record({
  serviceId: fc.constantFrom(...catalogue.map(({ serviceId }) => serviceId)),
  quantity: fc.integer({ min: 1, max: 9 }),
  paymentFrequency: fc.constantFrom(...paymentFrequencies),
});
const tax = fc
  .integer({ min: 1, max: 50_000 })
  .map((thousandths): Tax => ({ name: "Tax", percent: thousandths / 1_000 }));

/** Returns what rows above the last one come to, and the last one. */
const added = (rows: { cents: number }[]) => [
  sumCents(rows.slice(0, -1), ({ cents }) => cents),
  rows.at(-1)?.cents,
];

test("whatever is ordered: rows of orders, invoices, renewals and credit notes add up to what is charged", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(choice, { minLength: 1, selector: ({ serviceId }) => serviceId }),
      fc.option(fc.constant(coupon)),
      tax,
      fc.nat(),
      (choices, taken, rate, part) => {
        const totals = priceOrder(catalogue, choices, [], taken, rate);
        const contract: ContractDocument = {
          ...buildContract(
            {
              contactInfo: {} as ContractDocument["contactInfo"],
              services: {},
              paymentMethod: "invoice",
              signature: "",
              couponCode: taken?.code ?? "",
              wish: "",
            },
            totals,
            { version: "", hash: "" },
            new Date("2026-11-29T12:00:00Z"),
          ),
        };
        // The first row is the sum of the services where anything is taken off or added.
        const [services, ...sums] = orderRows(contract);
        const listed = sumCents(totals.lines, (line) => serviceRow(line).cents);
        if (sums.length > 0) expect(services?.cents).toBe(listed);
        const first = firstInvoice(contract, "2026-11-29");
        expect(first.totalCents).toBe(totals.dueTodayCents);
        const { schedule } = contract.payment;
        const renewal = schedule.length > 0 && periodsInvoice(contract, schedule, "2026-11-29", "2027-11-29");
        for (const content of renewal ? [first, renewal] : [first]) {
          const rows = contentRows(content).filter(({ label }) => label !== "Services");
          const [sum, total] = added(rows);
          expect(sum).toBe(total);
          expect(content.lines.every(({ _key }) => _key !== "order")).toBe(true);
          const whole = creditNote("INV-2026-0001", content.totalCents, content);
          expect(whole.taxCents).toBe(content.taxCents);
          const half = Math.floor(content.totalCents / 2);
          const halves = [
            creditNote("INV-2026-0001", half, content),
            creditNote("INV-2026-0001", content.totalCents - half, content, half),
          ];
          expect(sumCents(halves, ({ taxCents }) => taxCents)).toBe(content.taxCents);
          const partly = creditNote("INV-2026-0001", part % (content.totalCents + 1), content);
          expect(partly.subtotalCents + partly.taxCents).toBe(partly.totalCents);
        }
      },
    ),
  );
});
