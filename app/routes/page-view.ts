import type { ActionFunctionArgs } from "@remix-run/node";
import { dateOf } from "../model/format.ts";
import { throwReply } from "../platform/http/receive-form.server.ts";
import { isUncounted, viewedPath } from "../site/analytics.server.ts";
import { countedPath } from "../site/analytics.tsx";
import { methodNotAllowed } from "../submissions/form-action.server.ts";

export const loader = () => methodNotAllowed("POST");

/** Counts one view of a path (docs/specification.md, section 1). The response does not say whether it was counted. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const { analytics } = context.services;
  await analytics.throttle(context.callerKey).catch(throwReply);
  const path = countedPath(await viewedPath(request).catch(throwReply));
  if (path !== null && !isUncounted(request.headers)) analytics.record(dateOf(new Date()), path);
  return new Response(null, { status: 204 });
}
