import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { PREVIEW_COOKIE } from "../../app/auth/preview.server.ts";
import { sessionCookie } from "../support/admins.ts";
import { keptPage, page } from "../support/kept-page.ts";
import { opened } from "../support/opened.ts";
import { previewCookie } from "../support/preview.ts";
import { rawRequest, type RawAnswer } from "../support/raw-request.ts";
import { lakeClient, lakeTokens, startSiteProcess } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

const site = opened(() => startSiteProcess({ entry: "server/index.ts" }));

const ask = (path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  rawRequest(site.origin, {
    path,
    headers: { host: new URL(site.origin).host.replace("127.0.0.1", "localhost"), ...headers },
  });

/** The page once it comes from memory: after a start pages are made one after another. */
function askKept(path: string): Promise<RawAnswer> {
  return vi.waitFor(async () => {
    const kept = await ask(path);
    expect(kept.headers.etag).toMatch(/^"[\w-]{27}"$/);
    return kept;
  }, WAIT);
}

const EVIL = {
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "gopher",
  "x-original-url": "/evil",
  "x-rewrite-url": "/evil",
  "x-http-method-override": "DELETE",
  forwarded: "host=evil.example",
  origin: "https://evil.example",
  referer: "https://evil.example/",
  "accept-language": "xx-evil",
  "user-agent": "evil",
  cookie: "session=evil; theme=evil",
  authorization: "Bearer evil",
  range: "bytes=0-3",
  "x-cache-tags": "evil",
};

describe("a public page", () => {
  // Each is asked for by the attacker first: addresses that are not made ahead.
  it.each([
    "/contact?service=Machine+Learning",
    "/questionnaire?step=4",
    "/privacy.data",
    "/?utm_source=evil&utm_campaign=%22%3E%3Cscript%3Eevil",
  ])("takes nothing from who asks first: %s", async (path) => {
    const first = await ask(path, EVIL);
    const second = await ask(path);
    const third = await askKept(path);
    for (const { status, text, headers } of [first, second, third]) {
      expect(status).toBe(200);
      expect(text).not.toContain("evil");
      expect(JSON.stringify(headers)).not.toContain("evil");
      expect(headers).not.toHaveProperty("set-cookie");
      expect(headers).not.toHaveProperty("x-cache-tags");
    }
    expect(second.text).toBe(first.text);
    expect(third.text).toBe(first.text);
  });

  it.each(["/", "/about", "/blog", "/contract", "/_root.data"])(
    "%s has the same bytes with and without a session",
    async (path) => {
      const [anonymous, signedIn] = [
        await askKept(path),
        await ask(path, { cookie: "__session=anything; a=b" }),
      ];
      expect(signedIn.text).toBe(anonymous.text);
      expect(signedIn.headers.etag).toBe(anonymous.headers.etag);
    },
  );

  it("differs where it really does", async () => {
    const [one, two] = await Promise.all(
      ["Machine+Learning", "Data+Analytics"].map((service) => ask(`/contact?service=${service}`)),
    );
    expect(one?.headers.etag).not.toBe(two?.headers.etag);
    expect(one?.text).toMatch(/<option[^>]*selected=""[^>]*>Machine Learning/);
  });

  it("is answered with 304 to who has it", async () => {
    await askKept("/about");
    const { headers } = await ask("/about", { "accept-encoding": "br" });
    expect(headers["content-encoding"]).toBe("br");
    const again = await ask("/about", { "accept-encoding": "br", "if-none-match": String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
  });
});

describe("what belongs to one visitor, or to nobody", () => {
  it.each(["/thank-you?ref=abc", "/api/uploads?draft=x", "/admin", "/healthz", "/nothing-here"])(
    "%s carries no tag and is not kept",
    async (path) => {
      const { headers } = await ask(path);
      expect(headers).not.toHaveProperty("etag");
      expect(headers).not.toHaveProperty("x-cache-tags");
    },
  );

  it("an address nobody made is not found, however often it is asked for", async () => {
    for (let n = 0; n < 3; n++) expect((await ask("/nothing-here")).status).toBe(404);
  });

  it("a request with the cookie of a preview is answered by the site itself", async () => {
    const secret = readFileSync(join(site.dataDir, "session-secret"), "utf8").trim();
    const session = await sessionCookie(site.dataDir, "edith@example.com", "editor");
    const { status, headers } = await ask("/about", { cookie: `${previewCookie(secret)}; ${session}` });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty("etag");
    expect(headers).not.toHaveProperty("set-cookie");
  });

  it("a preview cookie that we did not sign changes nothing", async () => {
    const { etag } = (await ask("/about")).headers;
    expect(etag).toBeDefined();
    for (const cookie of [`${PREVIEW_COOKIE}=1`, `${PREVIEW_COOKIE}=`, previewCookie("another")])
      expect((await ask("/about", { cookie })).headers.etag).toBe(etag);
  });
});

describe("a file of the build", () => {
  it("is sent as it was compressed when it was built, and never changes", async () => {
    const [path = ""] = /\/assets\/framework-[\w-]+\.js/.exec((await ask("/")).text) ?? [];
    const { headers } = await ask(path, { "accept-encoding": "gzip, br" });
    expect(headers["content-encoding"]).toBe("br");
    expect(Number(headers["content-length"])).toBeLessThan(100_000);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers.vary?.toLowerCase()).toBe("accept-encoding");
    expect((await ask(path)).headers).not.toHaveProperty("content-encoding");
  });
});

/**
 * Returns a picture once it differs from `before`. Drawing one takes longer than 5 s on a busy machine, and until then the last one
 * is sent. 30 s are less than the minute after which any page is rendered again.
 */
function redrawn(path: string, before: { etag: string | null }) {
  return vi.waitFor(
    async () => {
      const now = await page(site, path);
      expect(now.etag).not.toBe(before.etag);
      return now;
    },
    { timeout: 30_000, interval: 50 },
  );
}

it("draws icons and shared pictures in the owner's color and logo as soon as they are published", async () => {
  const editor = lakeClient(site, lakeTokens(site.dataDir).write);
  const card = await keptPage(site, "/share/services.png");
  const plain = await keptPage(site, "/icons/favicon.svg");
  const ico = await keptPage(site, "/favicon.ico");
  expect((await page(site, "/about")).html).toContain('href="/icons/favicon.svg"');
  await editor.patch("look").set({ accentColor: "#7a1f5c" }).commit();
  const colored = await redrawn("/icons/favicon.svg", plain);
  await redrawn("/favicon.ico", ico);
  expect(colored.html).toContain(".beam{fill:#7a1f5c}");
  const painted = await redrawn("/share/services.png", card);
  const logo = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="#00f"/></svg>',
  );
  const asset = await editor.assets.upload("image", logo, { filename: "logo.svg" });
  await editor
    .patch("look")
    .set({ logo: { _type: "image", asset: { _type: "reference", _ref: asset._id } } })
    .commit();
  const pictured = await redrawn("/icons/favicon.svg", colored);
  expect(pictured.html).toContain("data:image/png;base64,");
  const shared = await redrawn("/share/services.png", painted);
  const path = /\/icons\/[0-9a-f]{12}\/favicon\.svg/.exec((await page(site, "/about")).html)?.[0] ?? "";
  expect((await page(site, path)).html).toBe(pictured.html);
  expect((await page(site, "/manifest.webmanifest")).html).toContain(path);
  const old = await fetch(`${site.origin}/icons/000000000000/favicon.svg`, { redirect: "manual" });
  expect([old.status, old.headers.get("location")]).toEqual([302, path]);
  for (const unknown of ["/icons/favicon.gif", "/icons/a/b/favicon.svg", "/icons/toString.png"])
    expect((await page(site, unknown)).status).toBe(404);
  // Rendered once for everybody, so a program gets the line.
  const lost = await fetch(`${site.origin}/icons/a/b/favicon.svg`, { headers: { accept: "image/*" } });
  expect([lost.status, lost.headers.get("content-type")]).toEqual([
    404,
    expect.stringContaining("text/plain"),
  ]);
  await editor.patch("look").set({ font: "source-serif" }).commit();
  await redrawn("/share/services.png", shared);
  await editor.delete("look");
  expect((await page(site, "/favicon.ico")).html).toBe(ico.html);
  expect((await page(site, "/icons/favicon.svg")).html).toBe(plain.html);
});
