import { expect, test } from "vitest";
import { hasSeo, seoPreview } from "./seo-preview.ts";

const site = {
  companyName: "Harborlight Consulting",
  tagline: "The tagline",
  seo: { description: "The site's words", image: { asset: { _ref: "image-site" } } },
};
const about = { _type: "aboutPage", heading: "A small firm", intro: "Four partners" };

test("a document's own words come first, and nothing is said of where they come from", () => {
  const seo = { title: "Own", description: "Own words", image: { asset: { _ref: "image-own" } } };
  expect(seoPreview({ ...about, seo }, site)).toEqual({
    title: "Own | Harborlight Consulting",
    description: "Own words",
    path: "/about",
    image: { asset: { _ref: "image-own" } },
    drawn: undefined,
    from: {},
  });
});

test("what is empty or blank falls back to the page, and says so", () => {
  const { title, description, image, from } = seoPreview({ ...about, seo: { title: " ", image: {} } }, site);
  expect([title, description, image?.asset?._ref]).toEqual([
    "A small firm | Harborlight Consulting",
    "Four partners",
    "image-site",
  ]);
  expect(from).toEqual({
    title: "the page's heading",
    description: "the page's opening sentence",
    image: "the site settings",
  });
});

test("then to the site; without any picture it is the drawn one", () => {
  const contact = seoPreview({ _type: "pageIntro", page: "contact", heading: "Write" }, site);
  expect([contact.path, contact.description, contact.image?.asset?._ref]).toEqual([
    "/contact",
    "The site's words",
    "image-site",
  ]);
  const plain = { ...site, seo: {} };
  expect(seoPreview({ _type: "pageIntro", page: "blog" }, plain)).toMatchObject({
    image: undefined,
    drawn: "/share/blog.png",
    from: { image: "drawn with the page's heading" },
  });
  expect(seoPreview({ _type: "homePage" }, plain).drawn).toBe("/share/home.png");
});

test("an empty new post has no address yet and does not break", () => {
  expect(
    seoPreview({ _type: "post" }, { companyName: "Harborlight Consulting", tagline: "T" }),
  ).toMatchObject({
    title: "Harborlight Consulting",
    description: "T",
    path: undefined,
    image: undefined,
  });
  expect(seoPreview({ _type: "post", slug: { current: "one" } }, site).path).toBe("/blog/one");
});

test("legal pages have three addresses and no other", () => {
  const path = (current: string) => seoPreview({ _type: "legalPage", slug: { current } }, site).path;
  expect([path("privacy"), path("imprint")]).toEqual(["/privacy", undefined]);
});

test("what has no page has no search result", () => {
  expect([hasSeo("post"), hasSeo("statistic"), hasSeo("toString")]).toEqual([true, false, false]);
});
