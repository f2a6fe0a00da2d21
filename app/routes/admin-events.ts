import { eventStream } from "../admin/live.server.ts";
import { guarded } from "../auth/guarded.server.ts";

/** How often an open stream checks the session, in ms: the latest that a sign-out elsewhere ends it. */
const CHECK_INTERVAL_MS = 5_000;

/** Streams change events to the dashboard. */
export const loader = guarded("read-contracts", ({ services, request }) =>
  eventStream({
    live: services.admin.live,
    mayListen: () => services.auth.isStillAllowed(request, "read-contracts"),
    intervalMs: CHECK_INTERVAL_MS,
    signal: request.signal,
  }),
);
