import type { Logger } from "pino";
import type { ContentClients } from "../content/client.server.ts";
import type { Env } from "../platform/env.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import { createPageViewCounter } from "./analytics-counter.server.ts";
import { createPageViewStore } from "./analytics-store.server.ts";

interface AnalyticsDeps {
  env: Pick<Env, "redis">;
  log: Pick<Logger, "warn">;
  clients: Pick<ContentClients, "readClient" | "writeClient">;
}

/** The page views of this site. */
export function createAnalytics({ env, log, clients }: AnalyticsDeps) {
  const counter = createPageViewCounter({
    add: createPageViewStore(clients),
    onError: (error) => log.warn({ err: error }, "page views not kept, will be offered again"),
  });
  return {
    ...counter,
    /** More pages than anybody turns; what is beyond is not counted. */
    throttle: createThrottle({ name: "page-view", requests: 600, seconds: 600 }, env.redis),
  };
}
