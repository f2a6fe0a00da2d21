import type { HeadersFunction, MetaDescriptor } from "@remix-run/node";
import type { LegalPageData } from "../../content/queries/legal.ts";
import { PUBLIC_PAGE } from "../../platform/cache-control.ts";
import { pageMeta } from "../../layout/seo.ts";
import { breadcrumbs } from "../../layout/structured-data.ts";

export const legalHeaders: HeadersFunction = () => ({ "Cache-Control": PUBLIC_PAGE });

export function legalMeta(
  path: string,
  page: LegalPageData | undefined,
  matches: Parameters<typeof pageMeta>[0],
): MetaDescriptor[] {
  if (!page) return [];
  return pageMeta(matches, {
    path,
    title: page.title,
    description: page.intro,
    seo: page.seo,
    things: (site) => [breadcrumbs(site, { name: page.title, path })],
  });
}
