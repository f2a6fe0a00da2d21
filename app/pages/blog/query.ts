import { defineQuery } from "groq";
import {
  hasBlog,
  imageFragment,
  introFragment,
  isOn,
  richTextFragment,
  seoFragment,
} from "../../content/fragments.ts";
import type { WithRichText } from "../../content/rich-text.ts";
import type { BlogQueryResult, FeedQueryResult, PostQueryResult } from "../../content/sanity.types.ts";
import { formatDate } from "../../model/format.ts";

/** An article in a list. `words` is counted in the query, so that lists do not transfer the text. */
const postCard = /* groq */ `
  _id, title, "slug": slug.current, excerpt, publishedAt,
  "tags": coalesce(tags, []),
  "words": length(string::split(pt::text(body), " ")),
  "coverImage": coverImage{ ${imageFragment} },
  "author": select(author->_type == "author" => author->{ name, role })
`;

const dated = /* groq */ `_type == "post" && defined(slug.current) && ${hasBlog}`;

/** Published articles; an editor may publish one in advance with a date in the future. */
const posts = /* groq */ `${dated} && publishedAt <= now()`;

/** The same, and in previews (parameter `ahead`) those of the future too. */
const shownPosts = /* groq */ `${dated} && (publishedAt <= now() || $ahead)`;

export const POSTS_PER_PAGE = 20;

/** Parameters: `ahead`, and `from` and `to`, the places of a page's articles. */
export const blogQuery = defineQuery(`{
  "intro": *[_type == "pageIntro" && _id == "pageIntro-blog" && ${isOn}][0]{ ${introFragment} },
  "total": count(*[${shownPosts}]),
  "posts": *[${shownPosts}] | order(publishedAt desc, _id asc)[$from...$to]{ ${postCard} }
}`);

/** Parameters: `slug`, `ahead`. Related articles: most tags in common first, then newest. */
export const postQuery = defineQuery(`*[${shownPosts} && slug.current == $slug][0]{
  ${postCard},
  _updatedAt,
  "body": body[]{ ${richTextFragment} },
  "author": select(author->_type == "author" => author->{
    _id, name, role, bio, "image": image{ ${imageFragment} }
  }),
  "related": *[${posts} && slug.current != $slug]
    | order(count((tags)[@ in ^.^.tags]) desc, publishedAt desc)[0...2]{ ${postCard} },
  ${seoFragment}
}`);

/** The newest twenty articles, and the title and description of the feed; no title while the blog is switched off. */
export const feedQuery = defineQuery(`{
  "companyName": *[_type == "siteSettings" && _id == "siteSettings" && ${hasBlog}][0].companyName,
  "description": *[_type == "pageIntro" && _id == "pageIntro-blog"][0].intro,
  "posts": *[${posts}] | order(publishedAt desc)[0...20]{
    title, "slug": slug.current, excerpt, publishedAt, _updatedAt,
    "tags": coalesce(tags, []),
    "author": select(author->_type == "author" => author->name),
    "body": body[]{ ${richTextFragment} }
  }
}`);

export type BlogPageData = BlogQueryResult;

export type PostCardData = Dated<BlogPageData["posts"][number]>;

type FoundPost = WithRichText<NonNullable<PostQueryResult>, "body">;
export type PostData = Dated<Omit<FoundPost, "related">> & { related: PostCardData[] };
export type PostAuthor = NonNullable<PostData["author"]>;

type FeedPost = WithRichText<FeedQueryResult["posts"][number], "body">;
export type FeedData = Omit<FeedQueryResult, "posts"> & { posts: FeedPost[] };
/** An article of the feed, with its text as HTML. */
export type FeedItem = Omit<FeedPost, "body"> & { html: string };

/** `publishedAt` is an ISO time, `publishedOn` its formatted date. */
type Dated<Post extends { publishedAt: string }> = Post & { publishedOn: string };

export function withDate<Post extends { publishedAt: string }>(post: Post): Dated<Post> {
  return { ...post, publishedOn: formatDate(post.publishedAt) };
}
