import { expect, test } from "vitest";
import { contentTypes, submissionLists } from "./kinds.ts";
import { notShown, sitePages, usedAt } from "./site-paths.ts";

/** No page shows the words of the emails. */
const shownTypes = contentTypes.filter((type) => type !== "emailTexts");

test.each(shownTypes)("an editor finds a %s on the site", (_type) => {
  const usedBy = [{ _type: "homePage" }];
  const pages = sitePages({ _type, title: "Some title", slug: "some-slug", page: "services", usedBy });
  expect(pages.length).toBeGreaterThan(0);
  for (const { title, href } of pages) {
    expect(title).not.toBe("");
    expect(href).toMatch(/^\/[a-z-]*(?:\/[a-z-]+)?(?:#[a-z-]+)?$/);
  }
});

test.each(submissionLists.map(({ type }) => type))("nobody finds a %s there", (_type) => {
  expect(sitePages({ _type })).toEqual([]);
});

test("emails are no page, but not unused either", () => {
  expect(usedAt("emailTexts")).toBe("Sent in emails");
  expect(usedAt("look")).toBe("Shown on every page");
  expect(usedAt("aboutPage")).toBeUndefined();
});

test("what pages choose is found on those that show it", () => {
  const usedBy = [{ _type: "aboutPage" }, { _type: "page", title: "Our method", slug: "our-method" }];
  const about = [
    { title: "About", href: "/about" },
    { title: "Portfolio", href: "/portfolio" },
  ];
  const own = { title: "Our method", href: "/our-method" };
  expect(sitePages({ _type: "statistic", usedBy })).toEqual([...about, own]);
  expect(sitePages({ _type: "testimonial", usedBy: [] })).toEqual([]);
  expect(sitePages({ _type: "project", usedBy: null })).toEqual([about[1]]);
  expect(sitePages({ _type: "pageService", usedBy: [] })).toEqual([]);
});

test("what no page shows says how it gets there", () => {
  expect(notShown("testimonial")).toContain("on the home page");
  expect(notShown("statistic")).toContain("the about page");
  expect(notShown("page")).toBe("Not shown on the site yet");
});

test("what has no address yet is found on the list that will have it", () => {
  expect(sitePages({ _type: "post", title: "New" })).toEqual([{ title: "Blog", href: "/blog" }]);
  expect(sitePages({ _type: "legalPage" })).toEqual([]);
});
