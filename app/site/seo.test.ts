import { expect, test } from "vitest";
import type { ContentImageData } from "../content/fragments.ts";
import { documentTitle, pageOfShareCard, shareCardPath } from "../model/page-list.ts";
import { pageMeta, unlistedMeta, type PageSeo } from "./seo.ts";
import type { SiteData } from "./site-data.ts";
import { breadcrumbs, organization } from "./structured-data.ts";

function picture(name: string): ContentImageData {
  const assetPath = `images/local/production/${name}-2000x1000.png`;
  return { assetPath, width: 2000, height: 1000, lqip: null, alt: name, hotspot: null, crop: null };
}

const site = {
  publicUrl: "https://example.com",
  assetBase: "/lake",
  settings: {
    companyName: "Harborlight Consulting",
    legalName: null,
    email: "hello@example.com",
    phone: null,
    address: { street: "48 Front Street", suite: "Floor 6", city: "New York", state: "NY", zipCode: "10004" },
    tagline: "The tagline",
    socialLinks: [],
    seo: { title: null, description: "The site's", image: picture("site") },
  },
} as unknown as SiteData;

const matches = [{ id: "root", data: site }];

/** Returns the head as a map: title, canonical, and every named value. */
function head(page: Partial<PageSeo>) {
  const entries = pageMeta(matches, { path: "/about", title: "About", ...page }).map((tag) => {
    const fields = tag as Record<string, string>;
    if (fields.title) return ["title", fields.title];
    if (fields.rel) return [fields.rel, fields.href];
    return [fields.name ?? fields.property ?? "ld+json", fields.content ?? tag];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

test("the document's own words and picture win over the page's and the site's", () => {
  const own = { title: "Own", description: "Own words", image: picture("own") };
  expect(head({ seo: own, description: "Page" })).toMatchObject({
    title: "Own | Harborlight Consulting",
    description: "Own words",
    "og:image": expect.stringContaining("/own-"),
  });
  const empty = { title: "", description: null, image: null };
  expect(head({ seo: empty, description: "Page" })).toMatchObject({
    title: "About | Harborlight Consulting",
    description: "Page",
    "og:image": expect.stringContaining("/site-"),
  });
  expect(head({})).toMatchObject({
    description: "The site's",
    "og:image": expect.stringContaining("/site-"),
  });
});

test("addresses are absolute, and the shared picture has the size and a format that everyone takes", () => {
  const { canonical, "og:url": url, "og:image": image } = head({});
  expect(canonical).toBe("https://example.com/about");
  expect(url).toBe(canonical);
  const { origin, pathname, searchParams } = new URL(image ?? "");
  expect(origin + pathname).toBe("https://example.com/lake/images/local/production/site-2000x1000.png");
  expect(Object.fromEntries(searchParams)).toMatchObject({ w: "1200", h: "630", fm: "jpg" });
});

test("without a picture that somebody chose a page has its drawn one, with the words that are on it", () => {
  const plain = { ...site, settings: { ...site.settings, seo: null } };
  const metas = pageMeta([{ id: "root", data: plain }], { path: "/blog/one", title: "One" });
  expect(metas).toContainEqual({ property: "og:image", content: "https://example.com/share/blog/one.png" });
  expect(metas).toContainEqual({ property: "og:image:type", content: "image/png" });
  for (const name of [{ property: "og:image:alt" }, { name: "twitter:image:alt" }])
    expect(metas).toContainEqual({ ...name, content: "One, Harborlight Consulting" });
  expect(metas).toContainEqual({ name: "twitter:card", content: "summary_large_image" });
});

test("an article says when, by whom and about what", () => {
  const article = {
    publishedAt: "2026-01-01T00:00:00Z",
    modifiedAt: "2026-01-02T00:00:00Z",
    author: "Nora",
    tags: ["Data"],
  };
  expect(head({ article })).toMatchObject({
    "og:type": "article",
    "article:published_time": article.publishedAt,
    "article:modified_time": article.modifiedAt,
    "article:tag": "Data",
    author: "Nora",
  });
  expect(head({})).toMatchObject({ "og:type": "website" });
});

test("the company is named once in a title", () => {
  expect(documentTitle("Harborlight: consulting", "Harborlight Consulting")).toBe("Harborlight: consulting");
  expect(documentTitle("About", "Harborlight Consulting")).toBe("About | Harborlight Consulting");
});

test("breadcrumbs count from the home page", () => {
  const list = breadcrumbs(site, { name: "Blog", path: "/blog" }, { name: "One", path: "/blog/one" });
  expect(list.itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: "https://example.com/" },
    { "@type": "ListItem", position: 2, name: "Blog", item: "https://example.com/blog" },
    { "@type": "ListItem", position: 3, name: "One", item: "https://example.com/blog/one" },
  ]);
});

test("the company has an address, and no fields without a value", () => {
  const company = organization(site);
  expect(company.address).toMatchObject({ streetAddress: "48 Front Street, Floor 6", postalCode: "10004" });
  expect(company).not.toHaveProperty("telephone");
  expect(company).not.toHaveProperty("legalName");
});

test("an unlisted page asks not to be found", () => {
  expect(unlistedMeta(matches, "Thank you")).toEqual([
    { title: "Thank you | Harborlight Consulting" },
    { name: "robots", content: "noindex" },
  ]);
});

test.each(["/", "/about", "/blog/the-monday-question"])("the picture of %s leads back to it", (path) => {
  const address = shareCardPath(path);
  expect(address).toMatch(/^\/share\/.+\.png$/);
  expect(pageOfShareCard(address.slice("/share/".length))).toBe(path);
});

test("what is no picture belongs to no page", () => {
  expect([pageOfShareCard("about"), pageOfShareCard("about.jpg")]).toEqual([null, null]);
});
