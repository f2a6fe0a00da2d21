import { contentStore } from "../content/client.instance.server.ts";
import { env } from "../platform/env.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import { createPageViewCounter } from "./analytics-counter.server.ts";
import { createPageViewStore } from "./analytics-store.server.ts";

/** More pages than anybody turns; what is beyond is not counted. */
export const throttlePageViews = createThrottle(
  { name: "page-view", requests: 600, seconds: 600 },
  env.redis,
);

/** The one counter of this process. */
export const pageViews = createPageViewCounter({
  add: createPageViewStore(contentStore),
  delay: 5_000,
  onError: (error) => log.warn({ err: error }, "page views not kept, will be offered again"),
});
