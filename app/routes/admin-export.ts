import { guarded } from "../auth/guarded.server.ts";
import { kindOfExport, readingOf } from "../model/tables.ts";

/** Downloads a collection as CSV, narrowed like its table. */
export const loader = guarded(
  ({ params }) => readingOf(kindOfExport(params["file"])),
  async ({ services, url, params }) => {
    const { invoices } = services.billing;
    if (params["file"] === "invoices.csv") return invoices.export();
    if (params["file"] === "payments.csv") return invoices.exportPayments();
    const kind = kindOfExport(params["file"] ?? "");
    if (!kind) return new Response("There is no such export.", { status: 404 });
    return services.admin.tables.export(kind, url.searchParams);
  },
);
