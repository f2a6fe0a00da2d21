import type { LoaderFunctionArgs } from "@remix-run/node";
import { live } from "../admin/admin.instance.server.ts";
import { eventStream } from "../admin/event-stream.server.ts";
import { isStillAdmin, requireAdmin } from "../auth/require-admin.server.ts";

/** How soon somebody who signed out elsewhere is cut off, in milliseconds. */
const INTERVAL = 5_000;

/** Tells the open dashboards of admins that a table has changed. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return eventStream({
    live,
    mayListen: () => isStillAdmin(request),
    interval: INTERVAL,
    signal: request.signal,
  });
}
