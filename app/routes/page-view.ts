import type { ActionFunctionArgs } from "@remix-run/node";
import { isUncounted, viewedPath } from "../layout/analytics.server.ts";
import { countedPath } from "../layout/analytics.tsx";
import { dateOf } from "../model/format.ts";
import type { AppError } from "../platform/errors.ts";

/** Counts one view of a path (docs/specification.md, section 1). The response does not say whether it was counted. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  await context.services.analytics.throttle(context.callerKey).catch((error: AppError) => {
    throw new Response(null, { status: error.status, headers: { "Cache-Control": "no-store" } });
  });
  const path = countedPath(await viewedPath(request));
  if (path !== null && !isUncounted(request.headers))
    context.services.analytics.record(dateOf(new Date()), path);
  return new Response(null, { status: 204 });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { Allow: "POST" } });
}
