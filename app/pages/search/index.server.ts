import { loadContent, type ContentContext } from "../../content/load.server.ts";
import { searchIndexQuery } from "./query.ts";
import { PAGES } from "../../layout/page-list.ts";
import { isPageSlug } from "../../platform/page-slug.ts";
import { createSearch, type Findable, type Search } from "./rank.ts";

type Found = { title: string | null; summary: string | null; more: readonly (string | null)[] | null };

function findable(path: string, kind: string, { title, summary, more }: Found): Findable[] {
  if (!title) return [];
  return [{ path, kind, title, summary: summary ?? "", more: (more ?? []).filter(Boolean).join(" ") }];
}

/** Returns the search of the site's pages. Its index is built anew only when the content has changed. */
export function createSiteSearch() {
  let kept: { content: string; search: Search } | undefined;
  return async (context: ContentContext, text: string): Promise<Findable[]> => {
    const all = await loadSearchIndex(context);
    const content = JSON.stringify(all);
    if (kept?.content !== content) kept = { content, search: createSearch(all) };
    return kept.search(text);
  };
}

/** Returns everything on the site that can be searched. */
async function loadSearchIndex(context: ContentContext): Promise<Findable[]> {
  const { pages, customPages, services, projects, posts } = await loadContent(context, searchIndexQuery);
  const documents = new Map(pages.map((page) => [page._id, page]));
  return [
    ...PAGES.flatMap(({ path, documentId, kind }) => {
      const page = documents.get(documentId);
      return page ? findable(path, kind, page) : [];
    }),
    ...customPages
      .filter(({ slug }) => isPageSlug(slug))
      .flatMap((one) => findable(`/${one.slug}`, "Page", one)),
    ...services.flatMap((one) => findable(`/services#${one.slug}`, "Service", one)),
    ...projects.flatMap((one) => findable(`/portfolio#${one.slug}`, "Project", one)),
    ...posts.flatMap((one) => findable(`/blog/${one.slug}`, "Article", one)),
  ];
}
