import type { SiteLink } from "../model/look.ts";
import { ACTION_LINKS, MAIN_LINKS } from "../model/page-list.ts";
import type { SiteData } from "./site-data.ts";

/** The links that the owner may order, or the site's own (docs/specification.md, section 2). */
export interface Navigation {
  main: readonly SiteLink[];
  action: readonly SiteLink[];
  /** The footer's first column. */
  footer: readonly SiteLink[];
}

/** Returns the navigation of the site; its own on the error page of a site without content. */
export function navigationOf(site: SiteData | undefined): Navigation {
  const { navigation, button, footer } = site?.look ?? {};
  const main = navigation ?? MAIN_LINKS;
  return { main, action: button ? [button] : ACTION_LINKS, footer: footer ?? MAIN_LINKS.slice(1) };
}
