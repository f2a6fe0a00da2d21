import { guarded } from "../auth/guarded.server.ts";
import { exportOf, readingOf } from "../model/tables.ts";

/** Downloads a collection, narrowed like its table, or the accountant's files, as CSV or for a spreadsheet. */
export const loader = guarded(
  ({ params }) => readingOf(exportOf(params["file"])?.kind),
  async ({ services, url, params }) => {
    const file = exportOf(params["file"]);
    if (!file) return new Response("There is no such export.", { status: 404 });
    const { kind, account, format } = file;
    if (account) return services.billing.invoices.export(account, format);
    return services.admin.tables.export(kind, format, url.searchParams);
  },
);
