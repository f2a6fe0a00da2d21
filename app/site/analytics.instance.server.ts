import { writeClient } from "../content/client.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { createPageViewCounter } from "./analytics-counter.server.ts";
import { createPageViewStore } from "./analytics-store.server.ts";

/** The one counter of this process. */
export const pageViews = createPageViewCounter({
  add: createPageViewStore(writeClient),
  delay: 5_000,
  onError: (error) => log.warn({ err: error }, "page views not kept, will be offered again"),
});
