import { randomUUID } from "node:crypto";
import { PAGE_CACHE, type Site } from "../remix.ts";
import { pageFrom } from "./page.ts";
import { keepingOf } from "./policy.ts";
import type { Make, PlainAnswer } from "./renewals.ts";

interface RenderOptions {
  site: Site;
  /** Public origin, what the address of every request begins with. */
  origin: string;
  /** The headers of every answer of this server, names and values in turn. */
  headers: readonly string[];
  /** True when the cache hears of every change of the content at once. */
  hearsChanges: boolean;
}

async function plainAnswer(response: Response, always: readonly string[]): Promise<PlainAnswer> {
  const body = Buffer.from(await response.arrayBuffer());
  const own = [...response.headers].filter(([name]) => name !== "content-length" && name !== "set-cookie");
  const head = [...always, ...own.flat(), "content-length", String(body.length)];
  return { status: response.status, head, body };
}

/**
 * Makes pages by asking the site, for nobody in particular: from the address alone, without a header of the visitor who
 * happened to ask first.
 */
export function createRender({ site, origin, headers, hearsChanges }: RenderOptions): Make {
  return async ({ key }, { fresh }) => {
    const request = new Request(origin + key, { headers: { accept: "text/html, */*" } });
    const caller = { clientIp: PAGE_CACHE, requestId: randomUUID(), fresh };
    const { response, tags } = await site(request, caller);
    const keeping = keepingOf(response, { hearsChanges });
    if (keeping) {
      const page = await pageFrom(response, { keeping, tags, always: headers });
      return { kind: "page", page, outdated: false };
    }
    if (response.status >= 500) {
      const error = new Error(`The site answered ${response.status}.`);
      return { kind: "failed", error, answer: await plainAnswer(response, headers) };
    }
    if (response.status >= 300 && !response.headers.has("set-cookie"))
      return { kind: "not-kept", answer: await plainAnswer(response, headers) };
    await response.body?.cancel();
    return { kind: "private" };
  };
}
