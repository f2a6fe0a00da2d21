import { AsyncLocalStorage } from "node:async_hooks";
import type { QueryParams } from "@sanity/client";
import { CACHE_TAGS, PRIVATE } from "../platform/cache-control.ts";
import { clientAddress, PAGE_CACHE } from "../platform/client-address.server.ts";
import { SHOWS_DRAFTS } from "../platform/preview.server.ts";
import { preview } from "./preview.instance.server.ts";
import { tagsOfQuery } from "./query-tags.server.ts";

interface Reads {
  tags: Set<string>;
  /** The answer has to be newer than any cache of the content store. */
  fresh: boolean;
  /** The answer shows drafts, to an editor. */
  drafts: boolean;
}

const reads = new AsyncLocalStorage<Reads>();

/** Notes what the page that is being made reads. Without a page it does nothing. */
export function noteRead(query: string, params?: QueryParams): void {
  const page = reads.getStore();
  if (page) for (const tag of tagsOfQuery(query, params)) page.tags.add(tag);
}

/** True while a page is made anew because its content changed: a CDN may not have heard of that yet. */
export function wantsFresh(): boolean {
  return reads.getStore()?.fresh ?? false;
}

/** True while a page is made for an editor, who sees what is not published yet. */
export function wantsDrafts(): boolean {
  return reads.getStore()?.drafts ?? false;
}

/**
 * Answers a request and says in the header `CACHE_TAGS` which content the answer was made of. What shows drafts is nobody
 * else's, and says so in the header `SHOWS_DRAFTS`.
 */
export async function answerWithTags(
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  // A visitor who presses reload does not get past the CDN.
  const fresh = clientAddress(request) === PAGE_CACHE && request.headers.get("cache-control") === "no-cache";
  const drafts = preview.allows(request.headers.get("cookie"));
  const page: Reads = { tags: new Set(), fresh, drafts };
  const response = await reads.run(page, () => answer(request));
  if (page.tags.size === 0) return response;
  const headers = new Headers(response.headers);
  if (drafts) {
    headers.set("cache-control", PRIVATE);
    headers.set(SHOWS_DRAFTS, "1");
  } else headers.set(CACHE_TAGS, [...page.tags].map(encodeURIComponent).join(" "));
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
