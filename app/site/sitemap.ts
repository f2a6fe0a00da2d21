import type { SitemapData } from "../content/site-query.ts";
import { articlePath, projectPath } from "../model/content-paths.ts";
import { PAGES } from "../model/page-list.ts";
import { isPageSlug } from "../model/page-slug.ts";
import { xmlElement } from "../platform/xml.ts";

const newest = (...times: (string | null | undefined)[]) => times.filter(Boolean).sort().at(-1);

/** Returns the sitemap (sitemaps.org) of the published pages, each with the time of its last change. */
export function sitemap(publicUrl: string, data: SitemapData): string {
  const updated = new Map(data.pages.map((page) => [page._id, page._updatedAt]));
  const listed: Record<string, string | null | undefined> = {
    "/services": data.services,
    "/portfolio": newest(...data.projects.map((project) => project._updatedAt)),
    "/blog": newest(...data.posts.map((post) => post._updatedAt)),
  };
  const pages = PAGES.filter(({ documentId }) => updated.has(documentId)).map(({ path, documentId }) => ({
    path,
    changed: newest(updated.get(documentId), listed[path]),
  }));
  const custom = data.customPages
    .filter(({ slug }) => isPageSlug(slug))
    .map(({ slug, _updatedAt }) => ({ path: `/${slug}`, changed: _updatedAt }));
  const projects = data.projects.map((project) => ({
    path: projectPath(project.slug),
    changed: project._updatedAt,
  }));
  const posts = data.posts.map((post) => ({ path: articlePath(post.slug), changed: post._updatedAt }));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...pages, ...custom, ...projects, ...posts].map(
      ({ path, changed }) =>
        `<url>${xmlElement("loc", publicUrl + path)}${xmlElement("lastmod", changed)}</url>`,
    ),
    "</urlset>",
  ].join("\n");
}
