import type { LoaderFunctionArgs } from "@remix-run/node";
import { wholeDocument } from "../admin/details.instance.server.ts";
import { jsonDownload } from "../admin/json-download.server.ts";
import { requireAdmin } from "../auth/require-admin.server.ts";

/** The whole document of a contract as a file. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const document = await wholeDocument("contracts", params["id"]);
  return jsonDownload(document, `contract-${document.id}.json`);
}
