import { pino } from "pino";
import { expect, it } from "vitest";
import { warmPages } from "./public-pages.ts";

async function warmed(sitemap: Response | Error): Promise<string[]> {
  const paths: string[] = [];
  const cache = { warm: async (path: string) => void paths.push(path), size: { pages: 0, bytes: 0 } };
  const site = async () => {
    if (sitemap instanceof Error) throw sitemap;
    return { response: sitemap, tags: new Set<string>() };
  };
  await warmPages({ site, origin: "https://site.example", cache, log: pino({ level: "silent" }) });
  return paths;
}

const loc = (url: string) => `<url><loc>${url}</loc><lastmod>2026-01-01</lastmod></url>`;

it("renders every page of the sitemap, the sitemap itself and feeds", async () => {
  const xml = `<urlset>${loc("https://site.example/")}${loc("https://site.example/blog/a")}</urlset>`;
  expect(await warmed(new Response(xml))).toEqual([
    "/",
    "/blog/a",
    "/sitemap.xml",
    "/robots.txt",
    "/blog/rss.xml",
  ]);
});

it("renders nothing without a sitemap", async () => {
  expect(await warmed(new Response("", { status: 503 }))).toEqual([]);
  expect(await warmed(new Error("broken"))).toEqual([]);
});
