import { beforeAll, expect, it } from "vitest";
import { opened } from "../support/opened.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";

// A blog of more than one page, by URL alone, as a visitor without scripts and a search engine see it.

const site = opened(startSite);
let total = 0;
beforeAll(async () => {
  const client = lakeClient(site, lakeTokens(site.dataDir).write);
  const changes = client.transaction();
  for (let n = 1; n <= 45; n++)
    changes.create({
      _id: `article-${n}`,
      _type: "post",
      title: `Article ${n}`,
      slug: { _type: "slug", current: `article-${n}` },
      excerpt: "One of many.",
      publishedAt: new Date(Date.UTC(2020, 0, n)).toISOString(),
      tags: ["many"],
    });
  await changes.commit();
  total = await client.fetch<number>('count(*[_type == "post" && !(_id in path("drafts.**"))])');
});

async function open(path: string) {
  const response = await fetch(site.origin + path);
  const html = await response.text();
  const links = (rel: string) =>
    [...html.matchAll(/<(?:a|link)\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes(`rel="${rel}"`))
      .map((tag) => /href="(?<href>[^"]*)"/.exec(tag)?.groups?.["href"]);
  return { status: response.status, etag: response.headers.get("etag"), html, links };
}

const articles = (html: string) => html.match(/<article\b/g)?.length ?? 0;

it("has twenty articles a page, each article once", async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => open(`/blog${page > 1 ? `?page=${page}` : ""}`)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(pages.map(({ html }) => articles(html))).toEqual([20, 20, total - 40]);
  const linked = pages.flatMap(({ html }) =>
    [...html.matchAll(/href="(\/blog\/article-\d+)"/g)].map(([, to]) => to),
  );
  expect(new Set(linked).size).toBe(45);
});

it("links its pages, each with an address of its own for search engines", async () => {
  const [first, second, third] = [
    await open("/blog"),
    await open("/blog?page=2"),
    await open("/blog?page=3"),
  ];
  expect([first.links("prev"), first.links("next")]).toEqual([[], ["/blog?page=2"]]);
  expect([second.links("prev"), second.links("next")]).toEqual([["/blog"], ["/blog?page=3"]]);
  expect([third.links("prev"), third.links("next")]).toEqual([["/blog?page=2"], []]);
  expect(second.links("canonical")).toEqual([`${site.origin}/blog?page=2`]);
  expect((await open("/blog?page=1")).links("canonical")).toEqual([`${site.origin}/blog`]);
  expect(second.html).toContain("Page 2 of 3");
  expect((await open("/sitemap.xml")).html).not.toContain("?page");
});

it.each(["0", "-1", "1.5", "9", "99999", "x", ""])("has no page %s", async (page) => {
  expect((await open(`/blog?page=${page}`)).status).toBe(404);
});

it("is the page from memory whatever else the address says", async () => {
  const { etag } = await open("/blog?page=2");
  expect(etag).not.toBeNull();
  for (const more of ["&x", "&x=1&y=2", "&utm_source=mail"])
    expect((await open(`/blog?page=2${more}`)).etag).toBe(etag);
});
