import { expect, test } from "vitest";
import { contentTypes, inboxes } from "./kinds.ts";
import { placesOf } from "./site-paths.ts";

test.each(contentTypes)("an editor finds a %s on the site", (_type) => {
  const places = placesOf({ _type, title: "Some title", slug: "some-slug", page: "services" });
  expect(places.length).toBeGreaterThan(0);
  for (const { title, href } of places) {
    expect(title).not.toBe("");
    expect(href).toMatch(/^\/[a-z-]*(?:\/[a-z-]+)?(?:#[a-z-]+)?$/);
  }
});

test.each(inboxes.map(({ type }) => type))("nobody finds a %s there", (_type) => {
  expect(placesOf({ _type })).toEqual([]);
});

test("what has no address yet is found on the list that will have it", () => {
  expect(placesOf({ _type: "post", title: "New" })).toEqual([{ title: "Blog", href: "/blog" }]);
  expect(placesOf({ _type: "legalPage" })).toEqual([]);
});
