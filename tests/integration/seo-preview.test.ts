import { expect, test } from "vitest";
import { pageMeta } from "../../app/site/seo.ts";
import { seoPreview } from "../../studio/model/seo-preview.ts";

// The Studio shows editors how a page is found. It must say what the page says.

const settings = {
  companyName: "Harborlight Technology Consulting",
  tagline: "The tagline",
  seo: { title: "", description: "The site's words" },
};
const matches = [{ id: "root", data: { settings, publicUrl: "https://example.com", assetBase: "/lake" } }];

const pages = [
  { heading: "A small firm", intro: "Four partners", seo: {} },
  { heading: "A small firm", intro: "Four partners", seo: { title: "About us", description: "Own words" } },
  { heading: "Harborlight, a small firm", seo: { title: "", description: "" } },
  { heading: "A small firm" },
];

test.each(pages)("the preview of %j is what the page's head says", ({ heading, intro, seo }) => {
  const document = { _type: "aboutPage", heading, ...(intro ? { intro } : {}), ...(seo ? { seo } : {}) };
  const preview = seoPreview(document, settings);
  const words = { title: seo?.title ?? null, description: seo?.description ?? null, image: null };
  const head = pageMeta(matches, { path: "/about", title: heading, description: intro ?? null, seo: words });
  expect(head).toContainEqual({ title: preview.title });
  expect(head).toContainEqual({ name: "description", content: preview.description });
  expect(head).toContainEqual({ property: "og:image", content: `https://example.com${preview.drawn}` });
  expect(head).toContainEqual({ property: "og:url", content: `https://example.com${preview.path}` });
});
