import { loadContent, type ContentContext } from "../../content/load.server.ts";
import { articlePath, projectPath, servicePath } from "../../model/content-paths.ts";
import { PAGES } from "../../model/page-list.ts";
import { isPageSlug } from "../../model/page-slug.ts";
import { createMemo } from "../../platform/memo.server.ts";
import { searchIndexQuery } from "./query.ts";
import { createSearch, type Findable, type Search } from "./rank.ts";

type Found = { title: string | null; summary: string | null; more: readonly (string | null)[] | null };

function findable(path: string, kind: string, { title, summary, more }: Found): Findable[] {
  if (!title) return [];
  return [{ path, kind, title, summary: summary ?? "", more: (more ?? []).filter(Boolean).join(" ") }];
}

/** How long the index is used without a purge, in ms: with hosted Sanity and no webhook nothing else renews it. As long as pages. */
const MAX_AGE_MS = 60_000;

/** Creates the search of the site's pages. Its index is built once for everybody, and again after a purge. */
export function createSiteSearch() {
  const kept = createMemo<Search>({ max: 1, ttl: MAX_AGE_MS });
  let purges = 0;

  function published({ services }: ContentContext): Promise<Search> {
    const cache = { tags: new Set<string>(), fresh: true, perspective: null };
    return kept(String(purges), () => loadSearchIndex({ services, cache }).then(createSearch));
  }

  return {
    /** Returns what is found. Throws a 503 Response when the content store is unavailable. Previews search drafts. */
    async find(context: ContentContext, text: string): Promise<Findable[]> {
      const search = context.cache.perspective
        ? createSearch(await loadSearchIndex(context))
        : await published(context);
      return search(text);
    },
    /** Forgets the index, because content has changed. */
    purge(): void {
      purges += 1;
    },
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
    ...services.flatMap((one) => findable(servicePath(one.slug), "Service", one)),
    ...projects.flatMap((one) => findable(projectPath(one.slug), "Project", one)),
    ...posts.flatMap((one) => findable(articlePath(one.slug), "Article", one)),
  ];
}
