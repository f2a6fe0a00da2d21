import { adminClient } from "../content/client.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { exportCsv } from "./export-csv.server.ts";
import { createLive } from "./live.server.ts";
import { loadTable } from "./load-table.server.ts";
import { readTableQuery } from "./table-query.ts";
import type { AllTables, TableResult } from "./table-result.ts";
import type { TableKind } from "./tables.ts";

const report = (what: string) => (error: unknown) => log.error({ err: error, what }, "admin: not loaded");

/** The one listener of this process. */
export const live = createLive(adminClient, report("live"));

function load<Kind extends TableKind>(kind: Kind, params: URLSearchParams): Promise<TableResult<Kind>> {
  return loadTable(adminClient, kind, readTableQuery(kind, params), report(kind));
}

/** One table as an address asks for it. */
export function loadOneTable(kind: TableKind, params: URLSearchParams): Promise<TableResult> {
  return load(kind, params);
}

/** All tables as an address asks for them, each as soon as it is there. */
export function loadAllTables(params: URLSearchParams): AllTables {
  return {
    questionnaires: load("questionnaires", params),
    contracts: load("contracts", params),
    messages: load("messages", params),
    subscribers: load("subscribers", params),
  };
}

/** A whole collection as CSV; 503 when the store does not answer. */
export async function exportTable(kind: TableKind): Promise<Response> {
  try {
    return await exportCsv(adminClient, kind);
  } catch (error) {
    report(kind)(error);
    return new Response("Failed to load data.", { status: 503, headers: { "Retry-After": "30" } });
  }
}
