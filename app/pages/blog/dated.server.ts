import type { Dated } from "./query.ts";
import { formatDate } from "../../layout/format-date.server.ts";

/** An article with its date as the site writes it. */
export function dated<Post extends { publishedAt: string }>(post: Post): Dated<Post> {
  return { ...post, publishedOn: formatDate(post.publishedAt) };
}
