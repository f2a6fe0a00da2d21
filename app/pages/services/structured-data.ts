import { servicePath } from "../../model/content-paths.ts";
import type { SiteData } from "../../site/site-data.ts";
import { organizationId, type Thing } from "../../site/structured-data.ts";

/** Returns a service of the page as a schema.org object. */
export function service(
  site: SiteData,
  { title, slug, summary }: Record<"title" | "slug" | "summary", string>,
): Thing {
  return {
    "@type": "Service",
    "@id": site.publicUrl + servicePath(slug),
    name: title,
    serviceType: title,
    description: summary,
    url: site.publicUrl + servicePath(slug),
    provider: { "@id": organizationId(site) },
  };
}
