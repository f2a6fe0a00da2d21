import type { ClientReturn, QueryParams } from "@sanity/client";
import type { Logger } from "pino";
import { isPageSlug } from "../model/page-slug.ts";
import type { PageContent } from "../platform/cache-control.ts";
import { orUnavailable } from "../platform/content-store.server.ts";
import type { ContentClients } from "./client.server.ts";
import { tagsOfQuery } from "./query-tags.server.ts";
import { isCode, type CodeBlock } from "./rich-text.ts";
import { pageSlugsQuery } from "./site-query.ts";

/** The part of a loader's context that `loadContent` needs. */
export interface ContentContext {
  services: {
    clients: Pick<ContentClients, "publicClient" | "freshClient" | "readClient">;
    log?: Pick<Logger, "warn">;
  };
  cache: PageContent;
}

/** Adds the tags of a query to the rendered page, so that a change of its documents purges the page. */
export function noteRead(cache: PageContent, query: string, params?: QueryParams): void {
  for (const tag of tagsOfQuery(query, params)) cache.tags.add(tag);
}

/**
 * Returns the result of a GROQ query over public documents: published, without a dot in the id. In previews, drafts or the documents
 * of a release replace them and are read with a token that sees private documents: a query names the type of each document that it
 * dereferences. Throws like `orUnavailable`.
 */
export async function loadContent<const Query extends string>(
  { services: { clients, log }, cache }: ContentContext,
  query: Query,
  params: QueryParams = {},
): Promise<ClientReturn<Query>> {
  noteRead(cache, query, params);
  const { readClient, freshClient, publicClient } = clients;
  const { perspective } = cache;
  // The CDN keeps what a query with a time returned, and would list an article minutes after it became due.
  const isFresh = cache.fresh || query.includes("now()");
  const client = perspective
    ? readClient.withConfig({ perspective: [...perspective] })
    : isFresh
      ? freshClient
      : publicClient;
  const report = (error: unknown) => log?.warn({ err: error }, "content cannot be read");
  const blocks: CodeBlock[] = [];
  const content = withoutGaps(await orUnavailable(client.fetch(query, params), report), blocks);
  if (blocks.length > 0) (await import("./highlight.server.ts")).highlight(blocks);
  return content as ClientReturn<Query>;
}

/** Leaves nulls out of lists at any depth: an import may bring them, and no page knows what to show for one. Adds code to `blocks`. */
function withoutGaps(value: unknown, blocks: CodeBlock[]): unknown {
  if (Array.isArray(value))
    return value.filter((item) => item !== null).map((item) => withoutGaps(item, blocks));
  if (typeof value !== "object" || value === null) return value;
  const result = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutGaps(part, blocks)]),
  );
  if (isCode(result)) blocks.push(result);
  return result;
}

/** Returns the document of a page. Throws a 404 Response when it is not published. */
export function published<Document>(document: Document | null | undefined): Document {
  if (document === null || document === undefined) throw new Response("Not found", { status: 404 });
  return document;
}

/** Returns whether editors made a page with this slug. Unknown slugs cause no query of their own. Throws like `loadContent`. */
export const hasPage = async (context: ContentContext, slug: string): Promise<boolean> =>
  isPageSlug(slug) && (await loadContent(context, pageSlugsQuery)).includes(slug);
