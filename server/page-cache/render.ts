import { randomUUID } from "node:crypto";
import { CLIENT_ADDRESS, PAGE_CACHE } from "../../app/platform/client-address.server.ts";
import { pageFrom } from "./page.ts";
import { keepingOf } from "./policy.ts";
import type { Make } from "./renewals.ts";

interface RenderOptions {
  site: (request: Request) => Promise<Response>;
  /** Public origin, what the address of every request begins with. */
  origin: string;
  /** The headers of every answer of this server, names and values in turn. */
  headers: readonly string[];
  /** True when the cache hears of every change of the content at once. */
  hearsChanges: boolean;
}

/**
 * Makes pages by asking the site, for nobody in particular: from the address alone, without a header of the visitor who
 * happened to ask first.
 */
export function createRender(options: RenderOptions): Make {
  return async (key, { fresh }) => {
    const headers = {
      accept: "text/html, */*",
      "x-request-id": randomUUID(),
      [CLIENT_ADDRESS]: PAGE_CACHE,
      ...(fresh ? { "cache-control": "no-cache" } : {}),
    };
    const response = await options.site(new Request(options.origin + key.key, { headers }));
    const keeping = keepingOf(response, options);
    if (keeping)
      return { kind: "page", page: await pageFrom(response, keeping, options.headers), outdated: false };
    await response.body?.cancel();
    return response.status >= 500
      ? { kind: "failed", error: new Error(`The site answered ${response.status}.`) }
      : { kind: "not-kept" };
  };
}
