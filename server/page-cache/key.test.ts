import { describe, expect, it } from "vitest";
import { isPublicPath, pageKey, pageOf } from "./key.ts";

describe("pageKey", () => {
  it.each([
    ["/", "/"],
    ["/about", "/about"],
    ["/about?", "/about"],
    ["/blog/the-monday-question", "/blog/the-monday-question"],
    ["/sitemap.xml", "/sitemap.xml"],
    ["/_root.data", "/_root.data"],
    ["/?utm_source=x&utm_medium=y&gclid=1", "/"],
    ["/contact?service=Web+Development&fbclid=2", "/contact?service=Web+Development"],
    ["/contact?service=Web%20Development", "/contact?service=Web+Development"],
    ["/contact.data?_routes=routes%2Fcontact&service=a", "/contact.data?service=a&_routes=routes%2Fcontact"],
    ["/contact.data?service=a&_routes=routes%2Fcontact", "/contact.data?service=a&_routes=routes%2Fcontact"],
    ["/questionnaire?step=3", "/questionnaire?step=3"],
  ])("%s is kept under %s", (url, key) => {
    expect(pageKey(url)?.key).toBe(key);
  });

  it.each([
    "/?x=1",
    "/about?service=Web+Development",
    "/about?_routes=routes%2Fabout",
    "/contact?service=a&service=b",
    `/contact?service=${"a".repeat(101)}`,
    "/?utm_source=x&preview=1",
    "/About",
    "/about/",
    "/blog//x",
    "/%61bout",
    "/a.",
    "/..",
    "/about;x",
    "*",
    "",
  ])("%s is nobody's page", (url) => {
    expect(pageKey(url)).toBeNull();
  });

  it("knows whose data a .data address asks for", () => {
    expect(["/_root.data", "/about.data", "/blog/a.data", "/about"].map(pageOf)).toEqual([
      "/",
      "/about",
      "/blog/a",
      "/about",
    ]);
  });

  it.each(["/", "/_root.data", "/blog/a", "/blog/a.data", "/contract", "/share/blog/a.png", "/sitemap.xml"])(
    "%s is the same for everybody",
    (path) => expect(isPublicPath(path)).toBe(true),
  );

  it.each(["/admin", "/contract/token", "/order/token", "/login", "/thank-you", "/api/session", "/blog/a/b"])(
    "%s may differ",
    (path) => expect(isPublicPath(path)).toBe(false),
  );
});
