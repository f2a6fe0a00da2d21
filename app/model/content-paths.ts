/** Returns the path of an article. Slugs that came by import may be anything. */
export const articlePath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;

/** Returns the path of a project. */
export const projectPath = (slug: string): string => `/portfolio/${encodeURIComponent(slug)}`;

/** Returns the path of a service, which stands on a page with all others. */
export const servicePath = (slug: string): string => `/services#${encodeURIComponent(slug)}`;
