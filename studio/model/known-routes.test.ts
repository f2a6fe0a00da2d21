import { expect, test } from "vitest";
import { validateHref } from "./known-routes.ts";

test.each([
  "/",
  "/contact",
  "/services#web-development",
  "/contract?service=websiteDevelopment",
  "/blog/the-monday-question",
  "/portfolio/ferry-timetables",
  "#top",
  "https://example.com/path",
  "mailto:hello@example.com",
  "tel:+12125550142",
  undefined,
])("%s is a link", (href) => {
  expect(validateHref(href)).toBe(true);
});

test.each([
  "/contcat",
  "/admin",
  "contact",
  "http://example.com",
  "//example.com",
  "javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,x",
  "/blog/Not A Slug",
  "/blog/one/two",
])("%s is not", (href) => {
  expect(validateHref(href)).toContain("https://");
});
