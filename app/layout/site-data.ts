import { useRouteLoaderData } from "@remix-run/react";
import type { SiteResult, SiteSettings } from "../content/site-query.ts";

/** What the root loader gives every page; the same for every visitor, so pages can be cached. */
export interface SiteData {
  settings: SiteSettings;
  services: SiteResult["services"];
  /** Public origin without a trailing slash, for canonical addresses. */
  publicUrl: string;
  /** Where the addresses of pictures begin, without a trailing slash. */
  assetBase: string;
  /** Google Analytics, when it is switched on. */
  measurementId: string | null;
  /** The year in the footer's copyright line. */
  year: number;
  /** The mark of the public forms in this page (docs/decisions/0015). */
  formMark: string;
  /** Drafts are shown, to an editor; absent for visitors. */
  preview?: true;
}

/** The site's data, or undefined on the error page of a site whose content cannot be reached. */
export function useSite(): SiteData | undefined {
  return useRouteLoaderData("root") as SiteData | undefined;
}
