import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { PRIVATE } from "../platform/cache-control.ts";
import { UPLOADS } from "../forms/questionnaire/questionnaire-result.ts";
import { listUploads } from "../files/tus-endpoint.server.ts";

/** HEAD and OPTIONS of the tus protocol; GET with `?draft=` lists the uploads of a draft. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" || pathname !== UPLOADS)
    return context.services.files.upload(request, context.callerKey);
  const uploads = await listUploads(await context.services.files.storage(), searchParams.get("draft"));
  return Response.json({ uploads }, { headers: { "Cache-Control": PRIVATE } });
}

/** POST, PATCH and DELETE of the tus protocol. */
export function action({ context, request }: ActionFunctionArgs) {
  return context.services.files.upload(request, context.callerKey);
}
