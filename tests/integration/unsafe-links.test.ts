import { beforeAll, expect, test } from "vitest";
import { opened } from "../support/opened.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";

// The Studio refuses these; here another program has stored them all the same.

const SCRIPT = "javascript:alert(document.domain)";
const cta = { _type: "cta", label: "Evil button", href: SCRIPT };

const site = opened(startSite);
beforeAll(async () => {
  const writer = lakeClient(site, lakeTokens(site.dataDir).write);
  const list = ["/.//evil.example", "/x/..//evil.example", "//evil.example", SCRIPT].map((to, index) => ({
    _key: `r${index}`,
    from: `/old-${index}`,
    to,
  }));
  const links = [SCRIPT, "//evil.example", "https://good.example/us"];
  await writer
    .transaction()
    .patch("siteSettings", (patch) =>
      patch.set({
        email: "a@b.example\nContact: https://evil.example",
        socialLinks: links.map((url, index) => ({ _key: `s${index}`, label: `Social ${index}`, url })),
      }),
    )
    .patch("homePage", (patch) =>
      patch.set({
        primaryCta: cta,
        secondaryCta: cta,
        'sections[_key=="closing"].cta': { ...cta, href: "//evil.example" },
      }),
    )
    .createOrReplace({ _id: "redirects", _type: "redirects", list })
    .createOrReplace({
      _id: "own",
      _type: "page",
      title: "Own",
      slug: { _type: "slug", current: "own" },
      sections: [{ _key: "a", _type: "callToActionSection", heading: "Here", cta }],
    })
    .commit();
});

const get = (path: string) => fetch(site.origin + path, { redirect: "manual" });

test.each(["/", "/about", "/own"])(
  "no link of %s runs a script or leads to another site unsaid",
  async (path) => {
    const html = await (await get(path)).text();
    const targets = [...html.matchAll(/\bhref="(?<to>[^"]*)"/g)].map(({ groups }) => groups?.["to"] ?? "");
    expect(targets.filter((to) => /^(?:javascript:|\/\/)/.test(to))).toEqual([]);
    expect(targets).toContain("https://good.example/us");
    const things = /<script type="application\/ld\+json">(?<json>[^<]*)</.exec(html)?.groups?.["json"] ?? "";
    expect(things).not.toMatch(/"(?:javascript:|\/\/evil)/);
  },
);

test("no redirect leads to a host that begins with a path", async () => {
  for (const index of [0, 1, 2, 3]) {
    const response = await get(`/old-${index}`);
    expect([response.status, response.headers.get("location")]).toEqual([404, null]);
  }
});

test("security.txt has one contact, whatever the address of the company is", async () => {
  const text = await (await get("/.well-known/security.txt")).text();
  expect(text.match(/^Contact:.*$/gm)).toEqual([`Contact: ${site.origin}/contact`]);
});
