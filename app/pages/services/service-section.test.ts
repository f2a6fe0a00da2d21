import { expect, test } from "vitest";
import { namedService } from "../../model/contact.ts";
import { contactLink, priceText } from "./service-section.tsx";

test.each([
  ["web-development", "Web Development"],
  ["data-analytics", "Data Analytics"],
  ["machine-learning", "Machine Learning"],
  ["consulting", "Consulting"],
  ["cloud-solutions", "Cloud Solutions"],
  ["a-service-added-later", "Custom Solution"],
])("the contact form opens on the right option for %s", (slug, option) => {
  const { pathname, searchParams } = new URL(contactLink(slug), "http://x");
  expect(pathname).toBe("/contact");
  expect(namedService(searchParams.get("service"))).toBe(option);
});

test.each([
  ["one-time", 50_000, "$500.00"],
  ["monthly", 12_000, "$120.00 a month"],
] as const)("a price that is %s", (kind, priceCents, text) => {
  expect(priceText({ kind, priceCents })).toBe(text);
});
