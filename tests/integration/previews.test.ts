import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { passwordUid } from "../../app/auth/accounts.server.ts";
import { openSessions } from "../../app/auth/sessions.server.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import { sessionCookie } from "../support/admins.ts";
import { opened } from "../support/opened.ts";
import { previewCookie } from "../support/preview.ts";
import { PUBLIC_PAGES } from "../support/public-pages.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

const EDITOR = "edith@example.com";
const DRAFT = "Heading of a draft";

const site = opened(startSite);
beforeAll(async () => {
  const writer = lakeClient(site, lakeTokens(site.dataDir).write);
  const about = await writer.getDocument("aboutPage");
  await writer.createOrReplace({ ...about, _type: "aboutPage", _id: "drafts.aboutPage", heading: DRAFT });
});

const get = (path: string, cookie: string) =>
  fetch(site.origin + path, { headers: { cookie }, redirect: "manual" });

const start = (cookie: string) => get("/api/preview?sanity-preview-pathname=/about", cookie);

const cookieOf = (response: Response) => response.headers.get("set-cookie")?.split(";", 1)[0] ?? "";

/** Pictures with their fields, but those of a text, which belong to it. */
const PICTURES = /(?<!<figure[^>]*>)<span(?: data-sanity="([^"]*)")? class="picture\b/g;

async function endSessions(): Promise<void> {
  const { store } = openSessions(parseEnv({ DATA_DIR: site.dataDir }), "any");
  await store.removeAllOf(passwordUid(EDITOR));
  store.close?.();
}

test("a preview ends with the session of its editor, and is not started without one", async () => {
  const session = await sessionCookie(site.dataDir, EDITOR, "editor");
  const started = await start(session);
  expect([started.status, started.headers.get("location")]).toEqual([302, "/about"]);
  const elsewhere = await get("/api/preview?sanity-preview-pathname=//evil.example/", session);
  expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([302, "/"]);
  const cookies = `${session}; ${cookieOf(started)}`;
  expect(await (await get("/about", cookies)).text()).toContain(DRAFT);

  await endSessions();
  const revoked = await get("/about", cookies);
  expect(await revoked.text()).not.toContain(DRAFT);
  expect(revoked.headers.get("cache-control")).toBe("private, no-store");
  expect(revoked.headers.get("set-cookie")).toContain("site-preview=; Max-Age=0");
  const again = await start(cookies);
  expect([again.status, cookieOf(again)]).toEqual([401, "site-preview="]);
  expect(again.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
});

test("a cookie that we signed shows no draft by itself, nor to an account without a role", async () => {
  const secret = readFileSync(join(site.dataDir, "session-secret"), "utf8").trim();
  const nobody = await sessionCookie(site.dataDir, "nobody@example.com");
  for (const cookie of [previewCookie(secret), `${previewCookie(secret)}; ${nobody}`])
    expect(await (await get("/about", cookie)).text()).not.toContain(DRAFT);
  expect((await start(nobody)).status).toBe(401);
});

test("every picture of a page names its field in a preview, and nothing does for visitors", async () => {
  const writer = lakeClient(site, lakeTokens(site.dataDir).write);
  const session = await sessionCookie(site.dataDir, EDITOR, "editor");
  const cookies = `${session}; ${cookieOf(await start(session))}`;
  const named = new Set<string>();
  const lost: string[] = [];
  for (const path of PUBLIC_PAGES) {
    const html = await (await get(path, cookies)).text();
    for (const [, attribute = ""] of html.matchAll(PICTURES)) {
      const [, id, type, at] =
        /^id=([^;]*);type=(\w+);path=([^;]*);/.exec(attribute.replaceAll("&quot;", '"')) ?? [];
      named.add(`${type} ${at?.replace(/\[.*/, "")}`);
      const picture = at && (await writer.fetch<unknown>(`*[_id == $id][0].${at}.asset`, { id }));
      if (!picture) lost.push(`${path} ${attribute}`);
    }
    const visitor = await (await get(path, "")).text();
    expect(visitor).not.toContain("data-sanity");
    if (path === "/about") expect(visitor).not.toContain("pageService-");
  }
  expect(lost).toEqual([]);
  expect([...named].toSorted()).toEqual([
    "aboutPage image",
    "aboutPage team",
    "author image",
    "pageService image",
    "post coverImage",
    "project image",
  ]);
});

test("a preview shows the release that the Studio names; visitors see it whole, once it is published", async () => {
  const writer = lakeClient(site, lakeTokens(site.dataDir).write);
  await writer.releases.create({ releaseId: "rSpring", metadata: { title: "Spring", releaseType: "asap" } });
  const ids = ["aboutPage", "pageIntro-services"];
  for (const id of ids) {
    const published = (await writer.getDocument(id)) as { _id: string; _type: string };
    await writer.create({ ...published, _id: `versions.rSpring.${id}`, heading: `Spring ${id}` });
  }
  const session = await sessionCookie(site.dataDir, EDITOR, "editor");
  const headings = async (cookie: string) =>
    Promise.all(
      ["/about", "/services"].map(
        async (path) => /<h1[^>]*>(.*?)<\/h1>/s.exec(await (await get(path, cookie)).text())?.[1],
      ),
    );
  const [published, spring] = [await headings(""), ids.map((id) => `Spring ${id}`)];
  const shown = async (perspective: string) => {
    const started = await get(`/api/preview?sanity-preview-perspective=${perspective}`, session);
    return headings(`${session}; ${cookieOf(started)}`);
  };
  expect(await shown("rSpring,drafts")).toEqual(spring);
  expect(await shown("drafts")).toEqual([DRAFT, published[1]]);
  expect(await shown("published")).toEqual(published);
  expect(published).not.toEqual(spring);
  await writer.releases.publish({ releaseId: "rSpring" });
  await vi.waitFor(async () => expect(await headings("")).toEqual(spring), WAIT);
});
