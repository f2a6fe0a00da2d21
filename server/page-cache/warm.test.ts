import { pino } from "pino";
import { expect, it } from "vitest";
import { warmPages } from "./warm.ts";

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

const loc = (address: string) => `<url><loc>${address}</loc><lastmod>2026-01-01</lastmod></url>`;

it("makes every page of the sitemap, and what is no page", async () => {
  const xml = `<urlset>${loc("https://site.example/")}${loc("https://site.example/blog/a")}</urlset>`;
  expect(await warmed(new Response(xml))).toEqual([
    "/",
    "/blog/a",
    "/sitemap.xml",
    "/robots.txt",
    "/blog/rss.xml",
  ]);
});

it("makes none when there is no sitemap", async () => {
  expect(await warmed(new Response("", { status: 503 }))).toEqual([]);
  expect(await warmed(new Error("broken"))).toEqual([]);
});
