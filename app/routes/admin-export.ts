import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportTable } from "../admin/admin.instance.server.ts";
import { kindOfExport } from "../admin/tables.ts";
import { requireAdmin } from "../auth/require-admin.server.ts";

/** A whole collection as CSV. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const kind = kindOfExport(params["file"] ?? "");
  if (!kind) return new Response("There is no such export.", { status: 404 });
  return exportTable(kind);
}
