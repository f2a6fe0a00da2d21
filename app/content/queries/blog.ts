import type { RichText } from "../rich-text.ts";
import { defineQuery } from "groq";
import { imageFragment, introFragment, seoFragment } from "../fragments.ts";
import type { ContentImageData, PageIntroData, SeoData } from "../fragments.ts";

/** An article in a list. `words` is counted where the text is, so that lists need not carry it. */
const postCard = /* groq */ `
  _id, title, "slug": slug.current, excerpt, publishedAt,
  "tags": coalesce(tags, []),
  "words": length(string::split(pt::text(body), " ")),
  "coverImage": coverImage{ ${imageFragment} },
  "author": author->{ name, role }
`;

/** Articles whose time has come; an editor may publish one ahead with a date in the future. */
const posts = /* groq */ `_type == "post" && defined(slug.current) && publishedAt <= now()`;

export const blogQuery = defineQuery(`{
  "intro": *[_id == "pageIntro-blog"][0]{ ${introFragment} },
  "posts": *[${posts}] | order(publishedAt desc){ ${postCard} }
}`);

/** Parameter: `slug`. Related: most tags in common first, then newest. */
export const postQuery = defineQuery(`*[${posts} && slug.current == $slug][0]{
  ${postCard},
  _updatedAt,
  "body": body[]{ ..., _type in ["image", "imageWithAlt"] => { ${imageFragment}, caption } },
  "author": author->{ name, role, bio, "image": image{ ${imageFragment} } },
  "related": *[${posts} && slug.current != $slug]
    | order(count((tags)[@ in ^.^.tags]) desc, publishedAt desc)[0...2]{ ${postCard} },
  ${seoFragment}
}`);

/** The newest twenty, and what the feed says of itself. */
export const feedQuery = defineQuery(`{
  "companyName": *[_id == "siteSettings"][0].companyName,
  "description": *[_id == "pageIntro-blog"][0].intro,
  "posts": *[${posts}] | order(publishedAt desc)[0...20]{
    title, "slug": slug.current, excerpt, publishedAt, _updatedAt,
    "tags": coalesce(tags, []),
    "author": author->name
  }
}`);

export interface PostCardData {
  _id: string;
  title: string;
  slug: string;
  excerpt: string;
  /** ISO time. */
  publishedAt: string;
  tags: string[];
  words: number | null;
  coverImage: ContentImageData | null;
  author: { name: string; role: string | null } | null;
}

export interface BlogPageData {
  intro: PageIntroData | null;
  posts: PostCardData[];
}

export interface PostAuthor {
  name: string;
  role: string | null;
  bio: string | null;
  image: ContentImageData | null;
}

export interface PostData extends PostCardData {
  _updatedAt: string;
  body: RichText | null;
  author: PostAuthor | null;
  related: PostCardData[];
  seo: SeoData | null;
}

export interface FeedItem {
  title: string;
  slug: string;
  excerpt: string;
  publishedAt: string;
  _updatedAt: string;
  tags: string[];
  author: string | null;
}

export interface FeedData {
  companyName: string | null;
  description: string | null;
  posts: FeedItem[];
}
