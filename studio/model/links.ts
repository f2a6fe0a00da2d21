// Which links of editors lead somewhere. Does not import the Studio, so that it can be tested alone.

import { leadsTo, switchedPages } from "../../app/model/page-list.ts";
import { isPageSlug } from "../../app/model/page-slug.ts";
import { validateHref } from "./known-routes.ts";

/** What has to be published for a link to lead somewhere; `""` where nothing has to. */
export interface LinkTarget {
  path: string;
  page: string;
  post: string;
  project: string;
  service: string;
  /** Id of the document whose page can be switched off. */
  opening: string;
}

/** How many published documents there are of each part of a `LinkTarget`, and redirects from its path. */
export type Found = Record<"pages" | "posts" | "projects" | "services" | "redirects" | "off", number>;

/** GROQ: the `Found` of a `LinkTarget`. */
export const FIND_LINK_TARGET = `{
  "pages": count(*[_type == "page" && slug.current == $page && !(_id in path("drafts.**"))]),
  "posts": count(*[_type == "post" && slug.current == $post && publishedAt <= now() && !(_id in path("drafts.**"))]),
  "projects": count(*[_type == "project" && slug.current == $project && !(_id in path("drafts.**"))]),
  "services": count(*[_type == "pageService" && slug.current == $service && !(_id in path("drafts.**"))]),
  "redirects": count(*[_id == "redirects"][0].list[from == $path]),
  "off": count(*[_id == "siteSettings"][0].offPages[@ == $opening])
}`;

/** Returns what has to be published for a link, or null when it is outside this site or always there. */
export function linkTarget(href: string): LinkTarget | null {
  if (!href.startsWith("/")) return null;
  const [path = "", anchor = ""] = href.replace(/\?[^#]*/, "").split("#", 2);
  const page = isPageSlug(path.slice(1)) ? path.slice(1) : "";
  const post = /^\/blog\/([^/]+)$/.exec(path)?.[1] ?? "";
  const project = /^\/portfolio\/([^/]+)$/.exec(path)?.[1] ?? "";
  const service = path === "/services" ? anchor : "";
  const opening = switchedPages().find((one) => leadsTo([one.path], path))?.documentId ?? "";
  const target = { path, page, post, project, service, opening };
  return page || post || project || service || opening || validateHref(href) !== true ? target : null;
}

/** Returns what is wrong with an address, or null. Such an address cannot be published. */
export function linkError(href: string, { pages, redirects }: Found): string | null {
  const result = validateHref(href);
  return result === true || pages > 0 || redirects > 0 ? null : result;
}

/** Returns why a well-formed link leads nowhere today, or null. */
export function linkWarning({ path, post, project, service }: LinkTarget, found: Found): string | null {
  if (found.off > 0) return `${path} is switched off in the site settings`;
  if (post && found.posts + found.redirects === 0) return `No post is shown at ${path} today`;
  if (project && found.projects + found.redirects === 0) return `No project is shown at ${path} today`;
  if (service && found.services === 0) return `No published service has the address ${path}#${service}`;
  return null;
}
