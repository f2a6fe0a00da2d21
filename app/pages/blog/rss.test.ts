// @vitest-environment jsdom
import { expect, test } from "vitest";
import { rss } from "./rss.ts";

const post = {
  title: "Profit & <loss>",
  slug: "profit-and-loss",
  excerpt: 'What "margin" means ]]> and why',
  publishedAt: "2026-08-04T13:00:00Z",
  _updatedAt: "2026-08-05T09:00:00Z",
  tags: ["R&D"],
  author: "Nora Whitlock",
  html: "<p>A ]]> b &amp; c</p>",
};
const channel = { title: "Harborlight", description: "Notes", publicUrl: "https://example.com" };

function parse(xml: string): Document {
  return new DOMParser().parseFromString(xml, "application/xml");
}

test("a feed is well-formed whatever the words, with absolute addresses and RFC 822 dates", () => {
  const feed = parse(rss(channel, [post]));
  expect(feed.querySelector("parsererror")).toBeNull();
  const text = (selector: string) => feed.querySelector(selector)?.textContent;
  expect(text("item > title")).toBe(post.title);
  expect(text("item > description")).toBe(post.excerpt);
  expect(feed.getElementsByTagName("content:encoded")[0]?.textContent).toBe(post.html);
  expect(text("item > category")).toBe("R&D");
  expect(text("item > link")).toBe("https://example.com/blog/profit-and-loss");
  expect(text("item > pubDate")).toBe("Tue, 04 Aug 2026 13:00:00 GMT");
  expect(text("channel > lastBuildDate")).toBe("Wed, 05 Aug 2026 09:00:00 GMT");
});

test("a blog without articles still has a valid feed", () => {
  const feed = parse(rss(channel, []));
  expect(feed.querySelector("parsererror")).toBeNull();
  expect(feed.querySelector("channel > title")?.textContent).toBe("Harborlight");
});
