import type { LoaderFunctionArgs } from "@remix-run/node";
import { kindOfExport, readingOf } from "../model/tables.ts";

/** Downloads a collection as CSV, narrowed like its table. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, readingOf(kindOfExport(params["file"])));
  const { invoices } = context.services.billing;
  if (params["file"] === "invoices.csv") return invoices.export();
  if (params["file"] === "payments.csv") return invoices.exportPayments();
  const kind = kindOfExport(params["file"] ?? "");
  if (!kind) return new Response("There is no such export.", { status: 404 });
  return context.services.admin.tables.export(kind, new URL(request.url).searchParams);
}
