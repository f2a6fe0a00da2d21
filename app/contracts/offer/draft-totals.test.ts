import { expect, test } from "vitest";
import type { CatalogueEntry } from "../../model/contracts/services.ts";
import { draftTotals } from "./draft-totals.ts";

const catalogue: CatalogueEntry[] = [
  { serviceId: "domainSetup", title: "Domain setup", priceCents: 2_000, kind: "one-time" },
  { serviceId: "clientPortal", title: "Client portal", priceCents: 10_000, kind: "monthly" },
];

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("adds up what is chosen, whatever its service, and what is written in dollars", () => {
  const form = formOf({
    "services.domainSetup.selected": "on",
    "services.domainSetup.quantity": "3",
    "services.clientPortal.selected": "on",
    "services.clientPortal.paymentFrequency": "annually",
    "customServices[0].description": "A logo",
    "customServices[0].price": "1,250.00",
  });
  const totals = draftTotals(form, catalogue, null, null);
  expect(totals.lines.map(({ title, totalCents }) => [title, totalCents])).toEqual([
    ["Domain setup", 6_000],
    ["A logo", 125_000],
    ["Client portal", 102_000],
  ]);
  expect(totals).toMatchObject({ totalCents: 233_000, recurringDiscountCents: 18_000 });
  const coupon = { code: "FIFTY", percentOff: null, centsOff: 5_000 };
  expect(draftTotals(form, catalogue, coupon, null).totalCents).toBe(228_000);
  expect(draftTotals(form, catalogue, null, { name: "VAT", percent: 21 }).totalCents).toBe(281_930);
});

test.each([
  ["a service that is not ticked", { "services.domainSetup.quantity": "3" }],
  ["half a quantity", { "services.domainSetup.selected": "on", "services.domainSetup.quantity": "1.5" }],
  ["no quantity", { "services.domainSetup.selected": "on", "services.domainSetup.quantity": "" }],
  ["too many", { "services.domainSetup.selected": "on", "services.domainSetup.quantity": "1000" }],
  ["a price in words", { "customServices[0].description": "A logo", "customServices[0].price": "much" }],
  ["a price below nothing", { "customServices[0].description": "A logo", "customServices[0].price": "-5" }],
  ["a service of another catalogue", { "services.serverSetup.selected": "on" }],
] as [string, Record<string, string>][])("leaves out %s", (_, fields) => {
  expect(draftTotals(formOf(fields), catalogue, null, null)).toMatchObject({ lines: [], totalCents: 0 });
});
