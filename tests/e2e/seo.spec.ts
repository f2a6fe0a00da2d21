import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "../support/e2e.ts";
import { PUBLIC_PAGES } from "../support/public-pages.ts";

const metaOf = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute("content");

/** The things that a page describes to search engines, by type. */
async function thingsOf(page: Page): Promise<Map<string, Record<string, unknown>>> {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const things = scripts.flatMap(
    (script) => (JSON.parse(script) as { "@graph": Record<string, unknown>[] })["@graph"],
  );
  return new Map(things.map((thing) => [String(thing["@type"]), thing]));
}

async function addressesIn(request: APIRequestContext, path: string, element: string): Promise<string[]> {
  const xml = await (await request.get(path)).text();
  return [...xml.matchAll(new RegExp(`<${element}>([^<]+)</${element}>`, "g"))].map(([, url]) => url ?? "");
}

test.describe("heads", () => {
  test.use({ javaScriptEnabled: false });

  test("every page says what it is, and no two say the same", async ({ page, request, baseURL }) => {
    const heads = new Set<string>();
    for (const path of PUBLIC_PAGES) {
      await page.goto(path);
      const title = await page.title();
      expect(title.length, path).toBeGreaterThan(10);
      const description = (await metaOf(page, "description")) ?? "";
      expect(description.length, path).toBeGreaterThan(40);
      heads.add(title).add(description);
      const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
      expect(canonical).toBe(`${baseURL}${path}`);
      expect(await metaOf(page, "og:url")).toBe(canonical);
      expect(await metaOf(page, "og:title")).toBe(title);
      expect(await metaOf(page, "twitter:card")).toBe("summary_large_image");
      const image = await request.get((await metaOf(page, "og:image")) ?? "");
      expect(image.headers()["content-type"]).toBe("image/png");
      expect((await thingsOf(page)).size, path).toBeGreaterThan(0);
    }
    expect(heads.size).toBe(PUBLIC_PAGES.length * 2);
  });

  test("the company, its services and its articles are described to machines", async ({ page, request }) => {
    await page.goto("/");
    const company = (await thingsOf(page)).get("ProfessionalService");
    expect(company).toMatchObject({ email: expect.stringContaining("@") });
    for (const url of [company?.logo, company?.image])
      expect((await request.get(String(url))).headers()["content-type"]).toBe("image/png");
    await page.goto("/services");
    const services = await page.locator('script[type="application/ld+json"]').textContent();
    expect(services?.match(/"@type":"Service"/g)).toHaveLength(5);
    await page.goto("/blog/the-monday-question");
    const things = await thingsOf(page);
    expect(things.get("BlogPosting")).toMatchObject({ author: { "@type": "Person" } });
    expect(things.get("BreadcrumbList")?.itemListElement).toHaveLength(3);
  });
});

test("shared caches keep public pages and no others", async ({ request }) => {
  const cacheControl = async (path: string) => (await request.get(path)).headers()["cache-control"];
  for (const path of PUBLIC_PAGES) {
    // It names prices: shared caches ask each time.
    const expected = path === "/services" ? "public, no-cache" : "s-maxage=";
    expect(await cacheControl(path), path).toContain(expected);
  }
  for (const path of ["/thank-you", "/no-such-page"])
    expect((await request.get(path)).headers()["cache-control"], path).toContain("no-store");
});

test("the sitemap lists the pages that answer, with the time of their last change", async ({
  request,
  baseURL,
}) => {
  const listed = await addressesIn(request, "/sitemap.xml", "loc");
  for (const path of PUBLIC_PAGES) expect(listed).toContain(`${baseURL}${path}`);
  for (const url of listed) expect((await request.get(url)).status(), url).toBe(200);
  const times = await addressesIn(request, "/sitemap.xml", "lastmod");
  expect(times).toHaveLength(listed.length);
  for (const time of times) expect(new Date(time).getTime()).not.toBeNaN();
});

test("robots are kept from what is private and shown the sitemap", async ({ request, baseURL }) => {
  const lines = (await (await request.get("/robots.txt")).text()).split("\n");
  expect(lines).toContain("Disallow: /admin");
  expect(lines).toContain("Disallow: /api/");
  expect(lines).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
});
