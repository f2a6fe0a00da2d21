/** Returns the path of an article. Slugs that came by import may be anything. */
export const articlePath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;

/** Returns the path of a service or a project, which stands on a page with all others. */
export const anchorPath = (page: "/services" | "/portfolio", slug: string): string =>
  `${page}#${encodeURIComponent(slug)}`;
