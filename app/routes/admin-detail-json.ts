import type { LoaderFunctionArgs } from "@remix-run/node";
import { kindOfPath } from "../model/admin-paths.ts";
import { readingOf } from "../model/tables.ts";
import { jsonDownload } from "../admin/export.server.ts";

/** Downloads the document of a questionnaire or a contract. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { role } = await context.services.auth.requirePermission(
    request,
    readingOf(kindOfPath(new URL(request.url).pathname)),
  );
  const kind = kindOfPath(new URL(request.url).pathname) === "contracts" ? "contracts" : "questionnaires";
  const document = await context.services.admin.details.whole(kind, params["id"], role);
  // The id without the prefix of its type: `questionnaire-{id}.json` (docs/specification.md, section 6).
  const id = document.id.slice(document.id.indexOf(".") + 1);
  return jsonDownload(document, `${kind.slice(0, -1)}-${id}.json`);
}
