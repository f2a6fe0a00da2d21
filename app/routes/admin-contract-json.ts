import type { LoaderFunctionArgs } from "@remix-run/node";
import { jsonDownload } from "../admin/export.server.ts";

/** The whole document of a contract as a file. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  const document = await context.services.admin.details.whole("contracts", params["id"]);
  return jsonDownload(document, `contract-${document.id}.json`);
}
