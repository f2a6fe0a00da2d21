import { loadContent, type ContentContext } from "../../content/load.server.ts";
import { searchIndexQuery } from "./query.ts";
import { PAGES } from "../../layout/page-list.ts";
import type { Findable } from "./rank.ts";

type Found = { title: string | null; summary: string | null; more: readonly (string | null)[] | null };

function findable(path: string, kind: string, { title, summary, more }: Found): Findable[] {
  if (!title) return [];
  return [{ path, kind, title, summary: summary ?? "", more: (more ?? []).filter(Boolean).join(" ") }];
}

/** Returns everything on the site that can be searched. */
export async function loadSearchIndex(context: ContentContext): Promise<Findable[]> {
  const { pages, services, projects, posts } = await loadContent(context, searchIndexQuery);
  const documents = new Map(pages.map((page) => [page._id, page]));
  return [
    ...PAGES.flatMap(({ path, documentId, kind }) => {
      const page = documents.get(documentId);
      return page ? findable(path, kind, page) : [];
    }),
    ...services.flatMap((one) => findable(`/services#${one.slug}`, "Service", one)),
    ...projects.flatMap((one) => findable(`/portfolio#${one.slug}`, "Project", one)),
    ...posts.flatMap((one) => findable(`/blog/${one.slug}`, "Article", one)),
  ];
}
