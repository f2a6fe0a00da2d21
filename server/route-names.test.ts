import { expect, test } from "vitest";
import { createRouteNames } from "./route-names.ts";

const routeName = createRouteNames({
  root: { id: "root", path: "" },
  pages: { id: "pages", parentId: "root" },
  home: { id: "home", parentId: "pages", index: true },
  post: { id: "post", parentId: "pages", path: "blog/:slug" },
  rss: { id: "rss", parentId: "root", path: "blog/rss.xml" },
  admin: { id: "admin", parentId: "pages", path: "admin" },
  detail: { id: "detail", parentId: "admin", path: "contracts/:id" },
  rest: { id: "rest", parentId: "pages", path: "*" },
});

test.for([
  ["/", "/"],
  ["/blog/why-we-test", "/blog/:slug"],
  ["/blog/rss.xml", "/blog/rss.xml"],
  ["/admin/contracts/contract.8c1f", "/admin/contracts/:id"],
  ["/wp-login.php", "/*"],
  ["/favicon.ico", "/*"],
  ["/healthz", "/healthz"],
  ["/lake/v1/data/query/production", "/lake/*"],
  ["/lakeside", "/*"],
  ["/studio", "/studio/*"],
  ["/assets/root-x1.js", "/assets/*"],
  ["/%E0%A4%A", "/*"],
])("%s has the name %s", ([path, name]) => {
  expect(routeName(path as string)).toBe(name);
});

test("paths that the guards reject for their length are not matched", () => {
  expect(routeName(`/blog/${"a".repeat(15_000)}`)).toBe("/*");
  expect(routeName(`/blog/a${"/".repeat(15_000)}`)).toBe("/*");
  expect(routeName(`/lake/${"a/".repeat(5_000)}`)).toBe("/lake/*");
});

test("has no more names than routes, however many paths are requested", () => {
  const names = new Set(Array.from({ length: 5_000 }, (_, index) => routeName(`/blog/${index}`)));
  expect([...names]).toEqual(["/blog/:slug"]);
});
