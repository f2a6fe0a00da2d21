import type { LoaderFunctionArgs } from "@remix-run/node";
import { eventStream } from "../admin/live.server.ts";

/** How soon somebody who signed out elsewhere is cut off, in milliseconds. */
const INTERVAL = 5_000;

/** Tells the open dashboards of admins that a table has changed. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  return eventStream({
    live: context.services.admin.live,
    mayListen: () => context.services.auth.isStillAdmin(request),
    interval: INTERVAL,
    signal: request.signal,
  });
}
