import { expect, test } from "vitest";
import { linkError, linkTarget, linkWarning } from "./links.ts";

const none = { pages: 0, posts: 0, projects: 0, services: 0, redirects: 0, off: 0 };
const problemOf = (href: string, found: Partial<typeof none> = {}) => {
  const target = linkTarget(href);
  const all = { ...none, ...found };
  return linkError(href, all) ?? (target && linkWarning(target, all));
};

test.each(["/blog", "/blog?page=2", "/questionnaire", "/contract#top"])(
  "%s is warned of while the page is switched off",
  (href) => {
    expect(problemOf(href, { off: 1 })).toMatch(/^\/\w+ is switched off in the site settings$/);
    expect(problemOf(href)).toBeNull();
  },
);

test.each([
  "/",
  "/contact",
  "/services",
  "/services?from=home",
  "#top",
  "https://example.com/blog/x",
  "tel:+1212",
])("%s is always there: nothing is looked up", (href) => {
  expect(linkTarget(href)).toBeNull();
  expect(problemOf(href)).toBeNull();
});

test.each([
  ["/our-method", "pages"],
  ["/our-method?from=home#figures", "pages"],
  ["/old-address", "redirects"],
  ["/old/address", "redirects"],
] as const)("%s is refused without, and taken with, one of %s", (href, kind) => {
  expect(problemOf(href)).toContain("Use a page of this site");
  expect(problemOf(href, { [kind]: 1 })).toBeNull();
});

test.each([
  ["/blog/a-post", "posts", "No post is shown at /blog/a-post today"],
  ["/blog/a-post?x=1#top", "posts", "No post is shown at /blog/a-post today"],
  ["/blog/a-moved-post", "redirects", "No post is shown at /blog/a-moved-post today"],
  ["/portfolio/a-project", "projects", "No project is shown at /portfolio/a-project today"],
  ["/services#quay", "services", "No published service has the address /services#quay"],
  ["/services?from=home#quay", "services", "No published service has the address /services#quay"],
] as const)("%s is warned of without one of %s", (href, kind, warning) => {
  expect(problemOf(href)).toBe(warning);
  expect(problemOf(href, { [kind]: 1 })).toBeNull();
});
