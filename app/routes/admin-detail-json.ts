import type { LoaderFunctionArgs } from "@remix-run/node";
import { jsonDownload } from "../admin/export.server.ts";

/** Downloads the document of a questionnaire or a contract. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  const kind = new URL(request.url).pathname.startsWith("/admin/contracts/") ? "contracts" : "questionnaires";
  const document = await context.services.admin.details.whole(kind, params["id"]);
  return jsonDownload(document, `${kind.slice(0, -1)}-${document.id}.json`);
}
