import type { ContentImageData } from "../../content/fragments.ts";
import { hasPicture, imageUrl } from "../../content/image-url.ts";
import { articlePath } from "../../model/content-paths.ts";
import { IMAGE_SIZES } from "../../model/image-sizes.ts";
import { LOCALE } from "../../model/locale.ts";
import { publicAssets, type SiteData } from "../../site/site-data.ts";
import { organizationId, type Thing } from "../../site/structured-data.ts";

interface ArticleFacts {
  title: string;
  slug: string;
  excerpt: string;
  publishedAt: string;
  _updatedAt: string;
  tags: string[];
  words: number;
  coverImage: ContentImageData | null;
  author: { name: string } | null;
}

/** Returns an article as a schema.org object. */
export function article(site: SiteData, post: ArticleFacts): Thing {
  const url = site.publicUrl + articlePath(post.slug);
  const { widths, format } = IMAGE_SIZES.structuredData;
  return {
    "@type": "BlogPosting",
    "@id": `${url}#article`,
    headline: post.title,
    description: post.excerpt,
    url,
    mainEntityOfPage: url,
    inLanguage: LOCALE.language,
    datePublished: post.publishedAt,
    dateModified: post._updatedAt,
    keywords: post.tags,
    ...(post.words ? { wordCount: post.words } : {}),
    ...(hasPicture(post.coverImage)
      ? { image: imageUrl(publicAssets(site), post.coverImage, { width: widths[0], format }) }
      : {}),
    ...(post.author ? { author: { "@type": "Person", name: post.author.name } } : {}),
    publisher: { "@id": organizationId(site) },
  };
}
