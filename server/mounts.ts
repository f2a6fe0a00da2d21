import type { IncomingMessage, ServerResponse } from "node:http";
import type { Lake } from "content-lake";
import { toLakeListener, toNodeListener, type NodeListenerOptions } from "content-lake/node";
import type { Logger } from "pino";
import { CLIENT_ADDRESS } from "../app/platform/client-address.server.ts";
import { shareKeyOf } from "../app/platform/share-key.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import { WEBHOOK_PATH } from "./page-cache/webhook.ts";
import { plain } from "./plain.ts";
import type { Pressure } from "./pressure.ts";
import { createStatic } from "./static-files.ts";

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;
type FetchHandler = (request: Request) => Promise<Response>;

export interface MountOptions {
  /** Directory of the browser build. */
  clientDir: string;
  /** Public origin: what a Request's URL begins with, whatever Host says. */
  origin: string;
  site: FetchHandler;
  lake: Pick<Lake, "answer"> | null;
  studio: NodeHandler;
  /** Hears from hosted Sanity what has changed. */
  webhook: NodeHandler;
  metrics: NodeHandler;
  /** True when content can be read. */
  ready: () => Promise<boolean>;
  pages: Pick<PageCache, "failing">;
  pressure: Pick<Pressure, "refuses">;
  log: Logger;
}

/** What `/readyz` says: whether content can be read, and whether visitors see pages that are older than they should be. */
async function sayReady(response: ServerResponse, { ready, pages }: Pick<MountOptions, "ready" | "pages">) {
  const reachable = await ready();
  const stale = pages.failing > 0 ? `; ${pages.failing} pages are served as they last were` : "";
  plain(response, reachable ? 200 : 503, (reachable ? "ready" : "content store unreachable") + stale);
}

/** Who answers what is not a page from memory, in order: health, static files, `/lake`, `/studio`, the site. */
export function createMounts(options: MountOptions) {
  const { log, pressure } = options;
  const adapter: NodeListenerOptions = {
    origin: options.origin,
    onError: (error) => {
      // Who hangs up in the middle of a form is not waiting for an answer.
      if (error instanceof DOMException && error.name === "AbortError") log.info("the caller went away");
      else log.error({ err: error }, "not answered");
    },
  };
  const unlessTooMuch = (answer: NodeHandler): NodeHandler => {
    return (request, response) => {
      if (!pressure.refuses(request, response)) answer(request, response);
    };
  };
  const site = unlessTooMuch(toNodeListener(options.site, adapter));
  const caller = (message: IncomingMessage) => shareKeyOf(String(message.headers[CLIENT_ADDRESS]));
  const lake = options.lake ? unlessTooMuch(toLakeListener(options.lake, { ...adapter, caller })) : null;
  const files = createStatic(options.clientDir);

  return (request: IncomingMessage, response: ServerResponse, path: string): void => {
    if (path === "/healthz") return plain(response, 200, "ok");
    if (path === "/readyz") return void sayReady(response, options);
    if (path === "/metrics") return options.metrics(request, response);
    if (path === WEBHOOK_PATH) return options.webhook(request, response);
    if (lake && (path === "/lake" || path.startsWith("/lake/"))) return lake(request, response);
    if (path === "/studio" || path.startsWith("/studio/")) return options.studio(request, response);
    if (request.method !== "GET" && request.method !== "HEAD") return site(request, response);
    files(request, response, () => site(request, response));
  };
}
