import { expect, test } from "vitest";
import { contentTypes, inboxes } from "./kinds.ts";
import { sitePages } from "./site-paths.ts";

/** No page shows the words of the emails. */
const shownTypes = contentTypes.filter((type) => type !== "emailTexts");

test.each(shownTypes)("an editor finds a %s on the site", (_type) => {
  const pages = sitePages({ _type, title: "Some title", slug: "some-slug", page: "services" });
  expect(pages.length).toBeGreaterThan(0);
  for (const { title, href } of pages) {
    expect(title).not.toBe("");
    expect(href).toMatch(/^\/[a-z-]*(?:\/[a-z-]+)?(?:#[a-z-]+)?$/);
  }
});

test.each(inboxes.map(({ type }) => type))("nobody finds a %s there", (_type) => {
  expect(sitePages({ _type })).toEqual([]);
});

test("what has no address yet is found on the list that will have it", () => {
  expect(sitePages({ _type: "post", title: "New" })).toEqual([{ title: "Blog", href: "/blog" }]);
  expect(sitePages({ _type: "legalPage" })).toEqual([]);
});
