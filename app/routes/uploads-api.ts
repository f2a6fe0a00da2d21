import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { PRIVATE } from "../platform/cache-control.ts";
import { UPLOADS } from "../questionnaire/addresses.ts";
import { fileStorage, handleUpload } from "../questionnaire/files.instance.server.ts";
import { listUploads } from "../submissions/files/list-uploads.server.ts";

/** HEAD and OPTIONS of the tus protocol; GET with `?draft=` says which files of a draft are here. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" || pathname !== UPLOADS) return handleUpload(request);
  const uploads = listUploads(await fileStorage(), searchParams.get("draft"));
  return Response.json({ uploads }, { headers: { "Cache-Control": PRIVATE } });
}

/** POST, PATCH and DELETE of the tus protocol. */
export function action({ request }: ActionFunctionArgs) {
  return handleUpload(request);
}
