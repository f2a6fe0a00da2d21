import { describe, expect, it } from "vitest";
import { FEED, FRESH_PAGE, PRIVATE, PUBLIC_PAGE } from "../../app/platform/cache-control.ts";
import { cacheKey, isPublicPath, lifetimeOf, pagePath } from "./policy.ts";

describe("cacheKey", () => {
  it.each([
    ["/", "/"],
    ["/about", "/about"],
    ["/about?", "/about"],
    ["/blog/the-monday-question", "/blog/the-monday-question"],
    ["/sitemap.xml", "/sitemap.xml"],
    ["/_root.data", "/_root.data"],
    ["/?utm_source=x&utm_medium=y&gclid=1", "/"],
    ["/?x=1", "/"],
    ["/?notice=not-an-admin", "/?notice=not-an-admin"],
    ["/about?service=Web+Development", "/about"],
    ["/about?_routes=routes%2Fabout", "/about"],
    ["/blog?page=2&x", "/blog?page=2"],
    ["/blog/one?page=2", "/blog/one"],
    ["/contact?service=Web+Development&fbclid=2", "/contact?service=Web+Development"],
    ["/contact?service=Web%20Development", "/contact?service=Web+Development"],
    ["/contact?service=web-development", "/contact?service=Web+Development"],
    [
      "/contact.data?_routes=routes%2Fcontact&service=Web+Development",
      "/contact.data?service=Web+Development&_routes=routes%2Fcontact",
    ],
    [
      "/contact.data?service=Web+Development&_routes=routes%2Fcontact",
      "/contact.data?service=Web+Development&_routes=routes%2Fcontact",
    ],
    ["/questionnaire?step=3", "/questionnaire?step=3"],
  ])("%s has the key %s", (url, key) => {
    expect(cacheKey(url)?.key).toBe(key);
  });

  it.each([
    "/contact?service=Web+Development&service=Machine+Learning",
    `/contact.data?_routes=${"a".repeat(101)}`,
    "/contact?service=7",
    "/?notice=7",
    "/contact?service=",
    "/questionnaire?step=99",
    "/blog?page=01",
    "/About",
    "/about/",
    "/blog//x",
    "/%61bout",
    "/a.",
    "/..",
    "/about;x",
    "*",
    "",
  ])("%s has no key", (url) => {
    expect(cacheKey(url)).toBeNull();
  });

  it("maps a .data path to its page", () => {
    expect(["/_root.data", "/about.data", "/blog/a.data", "/about"].map(pagePath)).toEqual([
      "/",
      "/about",
      "/blog/a",
      "/about",
    ]);
  });

  it.each([
    "/",
    "/_root.data",
    "/blog/a",
    "/blog/a.data",
    "/contract",
    "/share/blog/a.png",
    "/our-method",
    "/our-method.data",
  ])("%s is the same for everybody", (path) => expect(isPublicPath(path)).toBe(true));

  it.each([
    "/admin",
    "/contract/token",
    "/order/token",
    "/login",
    "/thank-you",
    "/api/session",
    "/blog/a/b",
    "/Our-method",
  ])("%s may differ", (path) => expect(isPublicPath(path)).toBe(false));
});

const responseWith = (cacheControl: string | null, init: ResponseInit = {}) => {
  const headers = new Headers(init.headers);
  if (cacheControl !== null) headers.set("cache-control", cacheControl);
  return new Response("x", { ...init, headers });
};
const lifetime = (response: Response, notifiedOfChanges = false) =>
  lifetimeOf(response, { notifiedOfChanges });

describe("lifetimeOf", () => {
  it("takes its times from the named policies", () => {
    expect(lifetime(responseWith(PUBLIC_PAGE))).toEqual({ freshMs: 60_000, staleMs: 600_000 });
    expect(lifetime(responseWith(FEED))).toEqual({ freshMs: 300_000, staleMs: 3_600_000 });
  });

  it("checks prices before each use, unless it is notified of every change", () => {
    expect(lifetime(responseWith(FRESH_PAGE))).toEqual({ freshMs: 0, staleMs: 0 });
    expect(lifetime(responseWith(FRESH_PAGE), true)).toEqual({ freshMs: 60_000, staleMs: 0 });
  });

  it.each<[string, Response]>([
    ["a private policy", responseWith(PRIVATE)],
    ["no policy", responseWith(null)],
    ["a lifetime for browsers only", responseWith("public, max-age=60")],
    ["no-store", responseWith(`${PUBLIC_PAGE}, no-store`)],
    ["a cookie", responseWith(PUBLIC_PAGE, { headers: { "set-cookie": "a=b" } })],
    ["Vary: Cookie", responseWith(PUBLIC_PAGE, { headers: { vary: "Cookie" } })],
    ["a 404", responseWith(PUBLIC_PAGE, { status: 404 })],
    ["a redirect as data (202)", responseWith(PUBLIC_PAGE, { status: 202 })],
    ["a 500", responseWith(PUBLIC_PAGE, { status: 500 })],
  ])("caches no response with %s", (_name, response) => {
    expect(lifetime(response)).toBeNull();
  });
});
