import type { LoaderFunctionArgs } from "@remix-run/node";
import { jsonDownload } from "../admin/export.server.ts";

/** The whole document of a questionnaire as a file. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  const document = await context.services.admin.details.whole("questionnaires", params["id"]);
  return jsonDownload(document, `questionnaire-${document.id}.json`);
}
