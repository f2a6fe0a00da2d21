import { hasPicture, imageUrl } from "../../content/image-url.ts";
import { projectPath } from "../../model/content-paths.ts";
import { IMAGE_SIZES } from "../../model/image-sizes.ts";
import { publicAssets, type SiteData } from "../../site/site-data.ts";
import { organizationId, type Thing } from "../../site/structured-data.ts";
import type { ProjectPageData } from "./query.ts";

/** Returns a project as a schema.org object. */
export function creativeWork(
  site: SiteData,
  { title, slug, summary, year, technologies, image }: ProjectPageData,
): Thing {
  const url = site.publicUrl + projectPath(slug);
  const { widths, format } = IMAGE_SIZES.structuredData;
  return {
    "@type": "CreativeWork",
    "@id": `${url}#project`,
    name: title,
    description: summary,
    url,
    dateCreated: String(year),
    keywords: technologies,
    ...(hasPicture(image)
      ? { image: imageUrl(publicAssets(site), image, { width: widths[0], format }) }
      : {}),
    creator: { "@id": organizationId(site) },
  };
}
