import { createHash } from "node:crypto";
import { encodeSignatureHeader } from "@sanity/webhook";
import { startUpstashStandIn, type UpstashStandIn } from "stand-ins/upstash";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sampleCustomPage } from "../support/custom-page.ts";
import { startHostedSite, type HostedSite } from "../support/hosted.ts";
import { keptPage, newWords, page } from "../support/kept-page.ts";
import { lakeClient, lakeTokens, startSite, type RunningSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

describe("with the content lake in the same process", () => {
  let site: RunningSite;
  let editor: ReturnType<typeof lakeClient>;
  beforeAll(async () => {
    site = await startSite();
    editor = lakeClient(site, lakeTokens(site.dataDir).write);
  });
  afterAll(() => site.stop());

  it("shows what was published to the very next visitor, and makes no other page anew", async () => {
    const before = await keptPage(site, "/terms");
    await keptPage(site, "/");
    const headline = newWords();
    await editor.patch("homePage").set({ headline }).commit();
    expect((await page(site, "/")).html).toContain(headline);
    expect((await page(site, "/_root.data")).html).toContain(headline);
    expect((await page(site, "/terms")).etag).toBe(before.etag);
  });

  it("shows a price at once, although that page may not be kept by anybody else", async () => {
    const { html } = await keptPage(site, "/contract");
    expect(html).toContain("500.00");
    await editor
      .patch({ query: `*[_type == "orderService" && serviceId == "websiteDevelopment"]` })
      .set({ priceCents: 64_321 })
      .commit();
    expect((await page(site, "/contract")).html).toContain("643.21");
  });

  it("loads Google Analytics as soon as the settings name it, and lets no page call Google before", async () => {
    const policy = async () =>
      (await fetch(`${site.origin}/terms`)).headers.get("content-security-policy") ?? "";
    await keptPage(site, "/terms");
    expect(await policy()).not.toContain("google");
    await editor.patch("siteSettings").set({ analyticsId: "G-AB12CD34EF" }).commit();
    expect((await page(site, "/terms")).html).toContain("G-AB12CD34EF");
    expect(await policy()).toContain("https://www.googletagmanager.com");
    await editor.patch("siteSettings").unset(["analyticsId"]).commit();
    expect(await policy()).not.toContain("google");
  });

  it("draws the picture that a page is shared with anew when its words change, and not before", async () => {
    const address = "/share/services.png";
    const before = await keptPage(site, address);
    await editor.patch("pageIntro-blog").set({ heading: newWords() }).commit();
    expect((await page(site, address)).etag).toBe(before.etag);
    await editor.patch("pageIntro-services").set({ heading: newWords() }).commit();
    const after = await page(site, address);
    expect(after.status).toBe(200);
    expect(after.etag).not.toBe(before.etag);
    for (const unknown of ["/share/nothing.png", "/share/blog/nothing.png", "/share/services.jpg"])
      expect((await page(site, unknown)).status).toBe(404);
  });

  it("does not show a draft", async () => {
    const draft = newWords();
    const { html, etag } = await keptPage(site, "/about");
    expect(html).not.toContain(draft);
    const document = await editor.getDocument("aboutPage");
    await editor.createOrReplace({
      ...document,
      _id: "drafts.aboutPage",
      _type: "aboutPage",
      heading: draft,
    });
    expect((await page(site, "/about")).etag).toBe(etag);
  });

  it("shows a change of what a page refers to", async () => {
    const label = newWords();
    const id = await editor.fetch<string>(`*[_id == "aboutPage"][0].statistics[0]._ref`);
    await keptPage(site, "/about");
    await editor.patch(id).set({ label }).commit();
    await vi.waitFor(async () => expect((await page(site, "/about")).html).toContain(label), WAIT);
  });

  it("says what editors wrote in place of its own words, and those again once the field is empty", async () => {
    const words = newWords();
    const shown = async () => (await page(site, "/get-started")).html;
    expect(await shown()).toContain("Describe your project");
    await editor.create({ _id: "getStartedTexts", _type: "getStartedTexts", questionnaire: words });
    expect(await shown()).toContain(words);
    await editor.patch("getStartedTexts").unset(["questionnaire"]).commit();
    expect(await shown()).toContain("Describe your project");
    await editor.create({
      _id: "questionnaireTexts",
      _type: "questionnaireTexts",
      homePage_mainHeadline_label: words,
      step1_title: "x".repeat(500),
    });
    const { html } = await page(site, "/questionnaire");
    expect(html).toContain(words);
    expect(html).toContain("Home Page Details");
    await editor.create({ _id: "errorTexts", _type: "errorTexts", notFoundTitle: words });
    const missing = await page(site, "/no-such-page");
    expect(missing).toMatchObject({ status: 404 });
    expect(missing.html).toContain(words);
  });

  it("wears the owner's look at once: color, font, navigation, announcement, and no color that nobody could read", async () => {
    const text = newWords();
    const look = async () => {
      const response = await fetch(`${site.origin}/about`);
      const policy = response.headers.get("content-security-policy") ?? "";
      return { html: await response.text(), styles: policy.match(/style-src [^;]*/)?.[0] };
    };
    const before = await look();
    expect(before.styles).toBe("style-src 'self'");
    await editor.createOrReplace({
      _id: "look",
      _type: "look",
      accentColor: "#7a1f4b",
      font: "figtree",
      navigation: [{ _key: "a", label: text, href: "https://partner.example/" }],
      announcement: { text, link: { label: "Read more", href: "/blog" } },
    });
    const after = await look();
    expect(after.html).toContain("--color-accent:light-dark(#7a1f4b,");
    expect(after.html).toMatch(/<link rel="preload" href="[^"]*figtree-core/);
    expect(after.html).toContain(`<a href="https://partner.example/" class="nav-link">${text}</a>`);
    expect(after.html).toContain('aria-label="Announcement"');
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(after.html) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(after.styles).toBe(`style-src 'self' 'sha256-${hash}'`);
    await editor.patch("look").set({ accentColor: "#ffff00" }).commit();
    expect((await look()).html).not.toContain("--color-accent:");
    await editor.delete("look");
    expect((await look()).html).toBe(before.html);
  });

  it("redirects an address once it is listed, where there is no page, and with the query that was asked for", async () => {
    const ask = async (path: string) => {
      const response = await fetch(site.origin + path, { redirect: "manual" });
      return [response.status, response.headers.get("location")];
    };
    expect(await ask("/old/page.html?a=1")).toEqual([404, null]);
    const list = [
      { _key: "a", from: "/old/page.html", to: "/services#consulting" },
      { _key: "b", from: "/blog/moved", to: "https://elsewhere.example/post" },
      { _key: "c", from: "/once", to: "/blog" },
      { _key: "d", from: "/about", to: "/blog" },
      { _key: "e", from: "/loop", to: "/pool" },
      { _key: "f", from: "/pool", to: "/loop" },
    ];
    await editor.createOrReplace({ _id: "redirects", _type: "redirects", list });
    expect(await ask("/old/page.html?a=1")).toEqual([301, "/services?a=1#consulting"]);
    expect(await ask("/blog/moved")).toEqual([301, "https://elsewhere.example/post"]);
    expect(await ask("/once")).toEqual([301, "/blog"]);
    expect(await ask("/about")).toEqual([200, null]);
    expect((await ask("/loop"))[0]).toBe(404);
    const data = await fetch(`${site.origin}/once.data`, { redirect: "manual" });
    expect(await data.text()).toContain("/blog");
    await editor.delete("redirects");
    expect((await ask("/once"))[0]).toBe(404);
  });

  it("lists an article as long as it is there", async () => {
    const title = newWords();
    expect((await keptPage(site, "/blog")).html).not.toContain(title);
    const created = await editor.create({
      _type: "post",
      title,
      slug: { _type: "slug", current: "an-article-of-this-test" },
      excerpt: "Short.",
      publishedAt: "2026-01-01T00:00:00Z",
    });
    expect((await page(site, "/blog")).html).toContain(title);
    expect((await page(site, "/sitemap.xml")).html).toContain("an-article-of-this-test");
    expect(await page(site, "/blog/an-article-of-this-test")).toMatchObject({ status: 200 });
    await editor.delete(created._id);
    expect((await page(site, "/blog")).html).not.toContain(title);
    expect(await page(site, "/blog/an-article-of-this-test")).toMatchObject({ status: 404 });
  });

  it("shows a page that an editor makes wherever pages are listed, and moves it with its slug", async () => {
    const image = await editor.fetch<object>(`*[_id == "aboutPage"][0].image`);
    expect(await page(site, "/how-we-work")).toMatchObject({ status: 404, etag: null });
    expect((await page(site, "/sitemap.xml")).html).not.toContain("how-we-work");
    await editor.create(sampleCustomPage("how-we-work", image));
    const made = await keptPage(site, "/how-we-work");
    expect([made.status, made.html]).toEqual([200, expect.stringContaining("<title>How we work | Harb")]);
    const [main = ""] = made.html.split("<footer");
    expect([...main.matchAll(/<h([12])(?: id="([^"]*)")?[^>]*>/g)].map(([, h, id]) => `${h} ${id}`)).toEqual([
      "1 undefined",
      "2 the-first-week",
      "2 the-second-week",
      "2 what-we-do",
      "2 what-we-did",
      "2 what-they-say",
      "2 what-we-count",
      "2 a-letter-now-and-then",
      "2 contact-2",
      "2 begin-with-a-talk",
    ]);
    expect(main, "a picture in sight on a phone").toMatch(/<img [^>]*fetchpriority="high"/);
    expect((await page(site, "/sitemap.xml")).html).toContain("/how-we-work</loc>");
    expect((await page(site, "/share/how-we-work.png")).status).toBe(200);
    for (const word of ["lighthouses", "free+of+charge", "letter"])
      expect((await page(site, `/search?q=${word}`)).html).toContain('href="/how-we-work"');
    await editor.patch("page-how-we-work").set({ "slug.current": "our-method" }).commit();
    expect((await page(site, "/how-we-work")).status).toBe(404);
    expect((await page(site, "/our-method")).html).toContain("How we work");
    await editor.patch("page-how-we-work").set({ "slug.current": "contact" }).commit();
    expect((await page(site, "/our-method")).status).toBe(404);
    expect((await page(site, "/contact")).html).not.toContain("How we work");
    expect((await page(site, "/sitemap.xml")).html.match(/\/contact</g)).toHaveLength(1);
    await editor.delete("page-how-we-work");
  });
});

describe("with the content somewhere else", () => {
  let hosted: HostedSite;
  let redis: UpstashStandIn;
  beforeAll(async () => {
    redis = await startUpstashStandIn();
    const env = { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token };
    hosted = await startHostedSite(env);
  });
  afterAll(async () => {
    await hosted.stop();
    await redis.close();
  });
  beforeEach(() => hosted.proxy.clear());

  async function tell(body: object, signature?: string) {
    const text = JSON.stringify(body);
    const headers = {
      "content-type": "application/json",
      "sanity-webhook-signature":
        signature ?? (await encodeSignatureHeader(text, Date.now(), hosted.webhookSecret)),
      "idempotency-key": crypto.randomUUID(),
    };
    return fetch(`${hosted.site.origin}/webhooks/sanity`, { method: "POST", body: text, headers });
  }

  it("shows what was published once the webhook told of it", async () => {
    const heading = newWords();
    const before = await keptPage(hosted.site, "/about");
    await hosted.editor.patch("aboutPage").set({ heading }).commit();
    expect((await page(hosted.site, "/about")).etag).toBe(before.etag);
    expect((await tell({ _id: "homePage", _type: "homePage" }, "t=1,v1=wrong")).status).toBe(401);
    expect((await page(hosted.site, "/about")).etag).toBe(before.etag);
    expect((await tell({ _id: "aboutPage", _type: "aboutPage" })).status).toBe(200);
    expect((await page(hosted.site, "/about")).html).toContain(heading);
  });

  it("reaches the other machines of the site, which the webhook does not know", async () => {
    const intro = newWords();
    const other = await hosted.another();
    await keptPage(other, "/portfolio");
    await hosted.editor.patch("pageIntro-portfolio").set({ intro }).commit();
    await tell({ _id: "pageIntro-portfolio", _type: "pageIntro" });
    await vi.waitFor(async () => expect((await page(other, "/portfolio")).html).toContain(intro), WAIT);
    await other.stop();
  });

  it("asks for prices at every visit, as nobody may have told of a new one", async () => {
    await keptPage(hosted.site, "/contract");
    await hosted.editor
      .patch({ query: `*[_type == "orderService" && serviceId == "domainSetup"]` })
      .set({ priceCents: 98_765 })
      .commit();
    expect((await page(hosted.site, "/contract")).html).toContain("987.65");
  });

  it("serves the last good content while the content store is away, says so, and comes back", async () => {
    const heading = newWords();
    const good = await keptPage(hosted.site, "/services");
    const prices = await keptPage(hosted.site, "/contract");
    expect([good.status, prices.status]).toEqual([200, 200]);
    hosted.proxy.fail({ path: /./, fault: { kind: "drop" }, times: Infinity });
    await tell({ _id: "pageIntro-services", _type: "pageIntro" });
    expect(await page(hosted.site, "/services")).toEqual(good);
    expect(await page(hosted.site, "/contract")).toMatchObject({ status: 200 });
    const said = await vi.waitFor(async () => {
      const ready = await fetch(`${hosted.site.origin}/readyz`);
      const text = await ready.text();
      expect(text).toMatch(/not ready: content; \d pages? (?:is|are) served as (?:it|they) last w/);
      return ready.status;
    }, WAIT);
    expect(said).toBe(503);
    expect(hosted.site.output()).toContain("the last good page is served");
    await hosted.editor.patch("pageIntro-services").set({ heading }).commit();
    hosted.proxy.clear();
    await vi.waitFor(
      async () => expect((await page(hosted.site, "/services")).html).toContain(heading),
      WAIT,
    );
  });
});
