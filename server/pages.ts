import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Env } from "../app/platform/env.server.ts";
import type { Services } from "../app/platform/services.server.ts";
import type { EmbeddedLake } from "./embedded-lake.ts";
import { createContentChanges, createReferrers } from "./page-cache/content-changes.ts";
import { PageCache } from "./page-cache/page-cache.ts";
import { createRender } from "./page-cache/render.ts";
import { createSharedPurge } from "./page-cache/shared-purge.ts";
import { warmPages } from "./page-cache/warm.ts";
import { createWebhook } from "./page-cache/webhook.ts";
import type { Site } from "./remix.ts";

interface PagesOptions {
  env: Env;
  services: Pick<Services, "clients" | "preview">;
  site: Site;
  lake: EmbeddedLake | null;
  headers: Readonly<Record<string, string>>;
  log: Logger;
}

interface PublicPages {
  cache: PageCache;
  webhook: (request: IncomingMessage, response: ServerResponse) => void;
  warm(): Promise<void>;
  close(): void;
}

/** The page cache of this process, and who tells it of changes: the lake within, or Sanity's webhook. */
export function createPages({ env, services, site, lake, headers, log }: PagesOptions): PublicPages {
  const origin = env.publicUrl;
  const hearsChanges = lake !== null;
  const cache = new PageCache({
    make: createRender({ site, origin, headers: Object.entries(headers).flat(), hearsChanges }),
    bypass: (request) => services.preview.allows(request.headers.cookie),
    log,
  });
  const purge = (tags: readonly string[]) => cache.purge(tags);
  // A lake within belongs to one process, which hears of everything itself.
  const shared = env.redis.on && !lake ? createSharedPurge({ redis: env.redis, purge, log }) : null;
  const changed = createContentChanges({
    purge: (tags) => {
      purge(tags);
      shared?.tell(tags);
    },
    referrers: createReferrers(services.clients.freshClient),
    log,
  });
  lake?.onChange(changed);
  return {
    cache,
    webhook: createWebhook({ secret: env.content.webhookSecret, changed, log }),
    warm: () => warmPages({ site, origin, cache, log }),
    close() {
      cache.close();
      shared?.close();
    },
  };
}
