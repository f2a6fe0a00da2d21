import { expect, test } from "vitest";
import { sitemap } from "./sitemap.ts";

const data = {
  pages: [
    { _id: "homePage", _updatedAt: "2026-01-01T00:00:00Z" },
    { _id: "pageIntro-services", _updatedAt: "2026-01-02T00:00:00Z" },
    { _id: "pageIntro-blog", _updatedAt: "2026-05-01T00:00:00Z" },
  ],
  customPages: [
    { slug: "our-method", _updatedAt: "2026-02-01T00:00:00Z" },
    { slug: "contact", _updatedAt: "2026-02-02T00:00:00Z" },
  ],
  services: "2026-03-01T00:00:00Z",
  projects: [{ slug: "quay", _updatedAt: "2026-04-02T00:00:00Z" }],
  posts: [{ slug: "one", _updatedAt: "2026-04-01T00:00:00Z" }],
};

test("lists published pages, projects and articles, each with its newest change, and no path of the program twice", () => {
  const entries = [...sitemap("https://example.com", data).matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)</g)];
  expect(entries.map(([, loc, lastmod]) => [loc, lastmod])).toEqual([
    ["https://example.com/", "2026-01-01T00:00:00Z"],
    ["https://example.com/services", "2026-03-01T00:00:00Z"],
    ["https://example.com/blog", "2026-05-01T00:00:00Z"],
    ["https://example.com/our-method", "2026-02-01T00:00:00Z"],
    ["https://example.com/portfolio/quay", "2026-04-02T00:00:00Z"],
    ["https://example.com/blog/one", "2026-04-01T00:00:00Z"],
  ]);
});
