import { expect, test, vi } from "vitest";
import { opened } from "../support/opened.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

// Documents that came by import are as they are: slugs of any letters, lists with empty places.

const site = opened(() => startSite());

const SLUG = "Über uns & 100 %?#1";
const PATH = "/blog/%C3%9Cber%20uns%20%26%20100%20%25%3F%231";

const text = (words: string, style = "normal") => ({
  _type: "block",
  _key: words,
  style,
  markDefs: [null],
  children: [null, { _type: "span", _key: "s", marks: [null], text: words }],
});

const get = async (path: string) => {
  const response = await fetch(site.origin + path);
  return { status: response.status, body: await response.text() };
};

test("an imported article has encoded links and opens, whatever its slug and the gaps in its lists", async () => {
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  await lake.createOrReplace({
    _id: "imported",
    _type: "post",
    title: "Imported article",
    slug: { _type: "slug", current: SLUG },
    excerpt: "Quixotic words.",
    publishedAt: "2026-01-01T00:00:00Z",
    tags: [null, "import"],
    body: [null, text("From a document", "h1"), null, text("Its words."), text("", "h2")],
  });
  const feed = await vi.waitFor(async () => {
    const { body } = await get("/blog/rss.xml");
    expect(body).toContain("Imported article");
    return body;
  }, WAIT);
  expect(feed).toContain(`<link>${site.origin}${PATH}</link>`);
  expect(feed).toContain("<category>import</category>");
  await vi.waitFor(async () => {
    expect((await get("/sitemap.xml")).body).toContain(`<loc>${site.origin}${PATH}</loc>`);
    expect((await get("/blog")).body).toContain(`href="${PATH}"`);
    expect((await get("/search?q=quixotic")).body).toContain(`href="${PATH}"`);
  }, WAIT);
  const article = await get(PATH);
  expect(article.status).toBe(200);
  expect(article.body).toContain('<h2 id="from-a-document">From a document</h2>');
  expect(article.body).toContain("Its words.");
  expect(article.body).not.toMatch(/<h2[^>]*><\/h2>/);
  const share = /property="og:image" content="[^"]*(?<path>\/share\/[^"]+)"/.exec(article.body)?.groups?.[
    "path"
  ];
  expect((await fetch(site.origin + (share ?? "/none"))).headers.get("content-type")).toBe("image/png");
});

test("a page with letters of the second font file asks for it at once, an English one does not", async () => {
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  const article = { _type: "post", excerpt: "Words.", publishedAt: "2026-01-01T00:00:00Z", body: [] };
  await lake.createOrReplace({
    ...article,
    _id: "letters",
    title: "Ólafur, Eugène, Åse",
    slug: { _type: "slug", current: "letters" },
  });
  const fontsOf = async (path: string) =>
    [
      ...(await get(path)).body.matchAll(/<link rel="preload" href="[^"]*\/(?<name>[a-z-]+-(?:core|rest))/g),
    ].map(({ groups }) => groups?.["name"]);
  expect(await fontsOf("/blog/letters")).toEqual(["instrument-sans-core", "instrument-sans-rest"]);
  expect(await fontsOf("/contact")).toEqual(["instrument-sans-core"]);
});

test.each([
  ["the home page", "homePage", "/"],
  ["the about page", "aboutPage", "/about"],
  ["the legal pages", "legalPage", "/privacy"],
])("empty places in the lists of %s cost nothing but themselves", async (_, type, path) => {
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  const pages = await lake.fetch<Record<string, unknown>[]>(`*[_type == $type]`, { type });
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) {
    const gaps = Object.entries(page).flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, [null, ...(value as unknown[]), null]]] : [],
    );
    await lake.patch(String(page["_id"])).set(Object.fromEntries(gaps)).commit();
  }
  await vi.waitFor(async () => {
    const response = await fetch(site.origin + path, { headers: { "cache-control": "no-cache" } });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("<h1");
  }, WAIT);
});
