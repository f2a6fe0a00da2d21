import { expect, test } from "vitest";
import { contactLink, priceText } from "./service-section.tsx";

test("the contact form opens on the service of a section", () => {
  expect(contactLink("web-development")).toBe("/contact?service=web-development");
});

test.each([
  ["one-time", 50_000, "$500.00"],
  ["monthly", 12_000, "$120.00 a month"],
] as const)("a price that is %s", (kind, priceCents, text) => {
  expect(priceText({ kind, priceCents })).toBe(text);
});
