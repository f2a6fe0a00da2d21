import { PAGES } from "../../app/model/page-list.ts";

/** Pages of the site that an editor may link to; `/blog/…`, `/portfolio/…` and anchors are checked by their shape. */
export const knownRoutes = new Set(PAGES.map(({ path }) => path));

/** Returns whether a link is a path of this site, an https URL, or a mailto or tel link. */
function isAllowedHref(value: string): boolean {
  if (/^(https:\/\/|mailto:|tel:)/.test(value)) return true;
  const path = value.split(/[?#]/, 1)[0] ?? "";
  return knownRoutes.has(path) || /^\/(?:blog|portfolio)\/[a-z0-9-]+$/.test(path) || /^#[\w-]+$/.test(value);
}

/** For `rule.custom`: returns true, or what is wrong with a link. */
export function validateHref(value: string | undefined): true | string {
  if (!value) return true;
  return (
    isAllowedHref(value) ||
    "Use a page of this site (such as /contact) or an address that begins with https://"
  );
}
