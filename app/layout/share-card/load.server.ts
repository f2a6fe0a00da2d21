import { loadContent, published, type ContentContext } from "../../content/load.server.ts";
import { pageCardQuery, postCardQuery } from "../site-query.ts";
import { PAGES } from "../page-list.ts";
import type { ShareCard } from "./card.server.tsx";

const ARTICLE = /^\/blog\/(?<slug>[a-z0-9-]+)$/;

/** What is written on the picture of the page at a path. Throws a 404 Response when there is no such page. */
export async function loadShareCard(context: ContentContext, path: string): Promise<ShareCard> {
  const page = PAGES.find((one) => one.path === path);
  const slug = ARTICLE.exec(path)?.groups?.["slug"];
  if (page) {
    const { title, company } = await loadContent(context, pageCardQuery, { id: page.documentId });
    return { title: published(title), company: company ?? "", kind: page.kind };
  }
  if (!slug) throw new Response("Not found", { status: 404 });
  const { title, company } = await loadContent(context, postCardQuery, { slug });
  return { title: published(title), company: company ?? "", kind: "Article" };
}
