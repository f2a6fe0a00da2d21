import type { SanityClient } from "@sanity/client";
import { exportCsv } from "./export-csv.server.ts";
import { loadTable } from "./load-table.server.ts";
import { readTableQuery } from "./table-query.ts";
import type { AllTables, TableResult } from "./table-result.ts";
import type { TableKind } from "./tables.ts";

interface TablesDeps {
  adminClient: SanityClient;
  report(what: string): (error: unknown) => void;
}

/** The tables of the dashboard. */
export function createTables({ adminClient, report }: TablesDeps) {
  function load<Kind extends TableKind>(kind: Kind, params: URLSearchParams): Promise<TableResult<Kind>> {
    return loadTable(adminClient, kind, readTableQuery(kind, params), report(kind));
  }
  return {
    /** One table as an address asks for it. */
    load: (kind: TableKind, params: URLSearchParams): Promise<TableResult> => load(kind, params),
    /** All tables as an address asks for them, each as soon as it is there. */
    loadAll: (params: URLSearchParams): AllTables => ({
      questionnaires: load("questionnaires", params),
      contracts: load("contracts", params),
      messages: load("messages", params),
      subscribers: load("subscribers", params),
    }),
    /** A whole collection as CSV; 503 when the store does not answer. */
    async export(kind: TableKind): Promise<Response> {
      try {
        return await exportCsv(adminClient, kind);
      } catch (error) {
        report(kind)(error);
        return new Response("Failed to load data.", { status: 503, headers: { "Retry-After": "30" } });
      }
    },
  };
}
