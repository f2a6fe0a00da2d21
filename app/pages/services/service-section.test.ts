import { expect, test } from "vitest";
import { namedService } from "../../model/contact.ts";
import { contactLink } from "./service-section.tsx";

test.each([
  ["web-development", "Web Development"],
  ["data-analytics", "Data Analytics"],
  ["machine-learning", "Machine Learning"],
  ["consulting", "Custom Solution"],
  ["cloud-solutions", "Custom Solution"],
  ["a-service-added-later", "Custom Solution"],
])("the contact form opens on the right option for %s", (slug, option) => {
  const { pathname, searchParams } = new URL(contactLink(slug), "http://x");
  expect(pathname).toBe("/contact");
  expect(namedService(searchParams.get("service"))).toBe(option);
});
