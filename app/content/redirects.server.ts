import { redirect } from "@remix-run/node";
import { redirectTarget } from "../model/redirects.ts";
import { MOVED } from "../platform/cache-control.ts";
import { loadContent, type ContentContext } from "./load.server.ts";
import { redirectsQuery } from "./site-query.ts";

/**
 * Resolves to what a page loads. Where that is a 404 Response and the owner has redirected the path, throws a 301 Response
 * instead; so redirects cost pages that exist nothing, and cannot hide them.
 */
export async function orRedirect<Page>(
  { context, request }: { context: ContentContext; request: Request },
  load: () => Page | Promise<Page>,
): Promise<Page> {
  try {
    return await load();
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status !== 404) throw thrown;
    // One query for all paths: one with the path would let strangers cause as many queries as there are words.
    const redirects = await loadContent(context, redirectsQuery).catch(() => []);
    const target = redirectTarget(redirects ?? [], new URL(request.url));
    if (target === null) throw thrown;
    throw redirect(target, { status: 301, headers: { "Cache-Control": MOVED } });
  }
}
