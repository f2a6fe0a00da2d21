import { expect, it } from "vitest";
import { headingId } from "./heading-id.ts";
import { safeHref } from "./safe-href.ts";

it.each([
  "/contact",
  "#terms",
  "/services#web-development",
  "https://example.com/a",
  "mailto:a@example.com",
  "tel:+12125550100",
])("follows %s", (href) => expect(safeHref(href)?.href).toBe(href));

it.each([
  "javascript:alert(1)",
  "//evil.example",
  "/\\evil.example",
  "data:text/html,x",
  " ",
  "vbscript:x",
  "#a b",
  null,
  7,
])("drops %s", (href) => expect(safeHref(href)).toBeNull());

it("names headings by their words", () => {
  expect(headingId("Où, how & why?")).toBe("ou-how-why");
});
