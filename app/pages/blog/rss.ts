import { articlePath } from "../../model/content-paths.ts";
import { LOCALE } from "../../model/locale.ts";
import { escapeXml, xmlElement } from "../../platform/xml.ts";
import type { FeedItem } from "./query.ts";

export interface FeedChannel {
  title: string;
  description: string;
  publicUrl: string;
}

function item(post: FeedItem, publicUrl: string): string {
  const url = publicUrl + articlePath(post.slug);
  return [
    "<item>",
    xmlElement("title", post.title),
    xmlElement("link", url),
    xmlElement("guid", url, 'isPermaLink="true"'),
    xmlElement("pubDate", new Date(post.publishedAt).toUTCString()),
    xmlElement("dc:creator", post.author),
    ...post.tags.map((tag) => xmlElement("category", tag)),
    xmlElement("description", post.excerpt),
    xmlElement("content:encoded", post.html),
    "</item>",
  ].join("");
}

/** Returns the RSS 2.0 feed of the newest articles with their summaries and texts. URLs are absolute, dates in RFC 822 format. */
export function rss(channel: FeedChannel, posts: readonly FeedItem[]): string {
  const { publicUrl } = channel;
  const changed = posts
    .map((post) => post._updatedAt)
    .sort()
    .at(-1);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
    "<channel>",
    xmlElement("title", channel.title),
    xmlElement("link", `${publicUrl}/blog`),
    xmlElement("description", channel.description),
    xmlElement("language", LOCALE.language),
    changed ? xmlElement("lastBuildDate", new Date(changed).toUTCString()) : "",
    `<atom:link href="${escapeXml(`${publicUrl}/blog/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...posts.map((post) => item(post, publicUrl)),
    "</channel></rss>",
  ].join("\n");
}
