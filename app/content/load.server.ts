import { ClientError } from "@sanity/client";
import type { ClientReturn, QueryParams } from "@sanity/client";
import { AppError } from "../platform/errors.ts";
import type { PageContent } from "../platform/load-context.ts";
import type { ContentClients } from "./client.server.ts";
import { tagsOfQuery } from "./query-tags.server.ts";

/** The part of a loader's context that reading content needs. */
export interface ContentContext {
  services: { clients: Pick<ContentClients, "publicClient" | "freshClient" | "draftsClient"> };
  cache: PageContent;
}

/** Notes what the page that is being made reads, so that a change of it purges the page. */
export function noteRead(cache: PageContent, query: string, params?: QueryParams): void {
  for (const tag of tagsOfQuery(query, params)) cache.tags.add(tag);
}

/** Wrong query or parameters: our fault, so it must not look like an outage. 401, 403 and 429 are the store's doing. */
function isOwnFault(error: unknown): boolean {
  if (!(error instanceof ClientError)) return false;
  return error.statusCode < 500 && ![401, 403, 404, 429].includes(error.statusCode);
}

/**
 * Runs a GROQ query as an anonymous visitor: published documents with dot-free ids. An editor who previews gets drafts in
 * their place.
 * Throws a 503 Response when the content store cannot answer (Remix keeps the status of a thrown Response,
 * not that of an Error) and an AppError "internal" when the query itself is wrong.
 */
export async function loadContent<const Query extends string>(
  { services: { clients }, cache }: ContentContext,
  query: Query,
  params: QueryParams = {},
): Promise<ClientReturn<Query>> {
  noteRead(cache, query, params);
  const { draftsClient, freshClient, publicClient } = clients;
  const client = cache.drafts ? draftsClient : cache.fresh ? freshClient : publicClient;
  try {
    return await client.fetch(query, params);
  } catch (cause) {
    if (isOwnFault(cause)) throw new AppError("internal", "The content store refused a query.", { cause });
    throw new Response("Content is unavailable.", { status: 503, headers: { "Retry-After": "30" } });
  }
}

/** The document a page stands on. Throws a 404 Response when it is not published. */
export function published<Document>(document: Document | null | undefined): Document {
  if (document === null || document === undefined) throw new Response("Not found", { status: 404 });
  return document;
}
