import { useRouteLoaderData } from "@remix-run/react";
import type { Look } from "../content/look.ts";
import type { SiteResult, SiteSettings } from "../content/site-query.ts";
import type { ChangedTexts } from "../model/texts/texts.ts";

/** The root loader's data, the same for every visitor, so that pages can be cached. */
export interface SiteData {
  settings: SiteSettings;
  /** The services in the footer. They have their ids only in previews. */
  services: (Omit<SiteResult["services"][number], "_id"> & { _id?: string })[];
  look?: Look;
  /** The style sheet of that look (look-style.ts). */
  style?: string;
  /** What the owner set of the newsletter's forms; unset is as docs/specification.md has it. */
  newsletter?: NonNullable<SiteResult["newsletter"]>;
  /** Paths of the pages that the owner has switched off. */
  off?: readonly string[];
  /** What editors changed of the texts that have a default. */
  texts: ChangedTexts;
  /** Public origin without a trailing slash, for canonical URLs. */
  publicUrl: string;
  /** Base URL of images, without a trailing slash. */
  assetBase: string;
  /** Google Analytics measurement id, when it is switched on. */
  measurementId: string | null;
  /** The year in the footer's copyright line. */
  year: number;
  /** The form token of the public forms in this page (docs/decisions/0015). */
  formToken: string;
  /** True when drafts are shown, to an editor. */
  preview?: true;
}

/** Returns the absolute base URL of images, for other sites. */
export const publicAssets = ({ publicUrl, assetBase }: Pick<SiteData, "publicUrl" | "assetBase">): string =>
  assetBase.startsWith("/") ? publicUrl + assetBase : assetBase;

/** Returns the site's data, or undefined on the error page of a site whose content cannot be reached. */
export function useSite(): SiteData | undefined {
  return useRouteLoaderData("root") as SiteData | undefined;
}
