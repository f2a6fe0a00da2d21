import type { ContentEnv } from "../platform/env.server.ts";

/**
 * Where the addresses of pictures begin, without a trailing slash. The embedded lake is on our own origin, so the path
 * alone will do, whatever name the visitor reached the site by.
 */
export function assetBase(content: ContentEnv): string {
  if (content.mode === "hosted") return "https://cdn.sanity.io";
  return content.apiHost ?? "/lake";
}
