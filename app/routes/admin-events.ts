import type { LoaderFunctionArgs } from "@remix-run/node";
import { eventStream } from "../admin/live.server.ts";

/** How often an open stream checks the session, in ms: the latest that a sign-out elsewhere ends it. */
const CHECK_INTERVAL_MS = 5_000;

/** Streams change events to the dashboard. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "read-contracts");
  return eventStream({
    live: context.services.admin.live,
    mayListen: () => context.services.auth.isStillAllowed(request, "read-contracts"),
    intervalMs: CHECK_INTERVAL_MS,
    signal: request.signal,
  });
}
