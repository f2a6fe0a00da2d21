import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleCustomPage } from "../support/custom-page.ts";
import { lakeClient, lakeTokens, startSite, type RunningSite } from "../support/site.ts";
import { textBlocks } from "../support/text-blocks.ts";

// Tables, code, galleries, videos and notes, on every page that has a text, in the feed and in the search.

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  const image = await lake.fetch<object>(`*[_id == "aboutPage"][0].image`);
  const blocks = textBlocks(image);
  const page = sampleCustomPage("how-we-work", image);
  const sections = page.sections.map((section) =>
    section._type === "textSection" ? { ...section, text: blocks } : section,
  );
  const transaction = lake.transaction().create({ ...page, sections });
  for (const [id, field] of TEXTS) transaction.patch(id, (patch) => patch.set({ [field]: blocks }));
  await transaction.commit();
});
afterAll(() => site?.stop());

const TEXTS = [
  ["aboutPage", "story"],
  ["legalPage-terms", "body"],
  ["pageService-consulting", "description"],
  ["post-the-monday-question", "body"],
  ["project-ferry-timetables", "description"],
] as const;

const PAGES = [
  "/about",
  "/terms",
  "/services",
  "/blog/the-monday-question",
  "/portfolio/ferry-timetables",
  "/portfolio",
  "/how-we-work",
];

async function get(path: string): Promise<string> {
  const html = await (await fetch(site.origin + path, { headers: { accept: "text/html" } })).text();
  return html.replaceAll(/<script.*?<\/script>/gs, "");
}

test.each(PAGES)("%s shows every block, without a frame or a style attribute", async (path) => {
  const html = await get(path);
  expect(html).toContain('<th scope="col"><p>Harbor</p></th>');
  expect(html).toContain('<span class="code-keyword">const</span> berth = <span class="code-string">');
  expect(html).toContain("The old quay</figcaption>");
  expect(html).toContain('href="https://www.youtube.com/watch?v=aqz-KE-bpKQ"');
  expect(html).toMatch(/<div role="note" class="note note-warning">.*Mind the gangway\./);
  expect(html).not.toMatch(/<iframe|[^-]style=|si=follow/);
});

test.each(["wharfside", "berth", "quay", "lock", "gangway"])(
  "the search finds %s in each of them",
  async (word) => {
    const html = await get(`/search?q=${word}`);
    for (const path of ["/about", "/terms", "/services#consulting", ...PAGES.slice(3, 5), "/how-we-work"])
      expect(html).toContain(`href="${path}"`);
  },
);

test("the feed has the article's text as HTML with absolute addresses", async () => {
  const feed = await (await fetch(`${site.origin}/blog/rss.xml`)).text();
  expect(feed.match(/<content:encoded>/g)?.length).toBe(feed.match(/<item>/g)?.length);
  expect(feed).toContain("&lt;pre&gt;&lt;code&gt;const berth");
  expect(feed).toContain(`&lt;a href=&quot;${site.origin}/services&quot;&gt;Wharfside&lt;/a&gt;`);
  expect(feed).toContain(`&lt;img src=&quot;${site.origin}/lake/images/`);
});

test("a video that is a file is sent by the site, with its captions", async () => {
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  const upload = async (filename: string) => {
    const { _id } = await lake.assets.upload("file", Buffer.from(filename), { filename });
    return { _type: "file", asset: { _type: "reference", _ref: _id } };
  };
  const [file, captions] = [await upload("film.mp4"), await upload("film.vtt")];
  const film = { _key: "film", _type: "video", title: "The film", file, captions };
  await lake.patch("legalPage-policy").append("body", [film]).commit();
  const html = await get("/policy");
  const sources = Array.from(html.matchAll(/<(video|track)[^>]* src="([^"]+)"/g), ([, tag, path]) => [
    tag,
    path,
  ]);
  expect(sources.map(([tag]) => tag)).toEqual(["video", "track"]);
  const [video, track] = await Promise.all(
    sources.map(([, path]) => fetch(site.origin + path, { headers: { range: "bytes=0-3" } })),
  );
  expect([video!.status, video!.headers.get("content-type"), await video!.text()]).toEqual([
    206,
    "video/mp4",
    "film",
  ]);
  expect(track!.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
});
