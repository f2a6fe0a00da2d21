import type { SanityClient } from "@sanity/client";
import {
  contractsFoundQuery,
  contractsNewestQuery,
  messagesFoundQuery,
  messagesNewestQuery,
  questionnairesFoundQuery,
  questionnairesNewestQuery,
  subscribersFoundQuery,
  subscribersNewestQuery,
} from "./tables-query.ts";
import { storeError } from "../platform/store-error.server.ts";
import { exportCsv } from "./export.server.ts";
import {
  readTableQuery,
  isNarrowed,
  NEWEST_FIRST,
  sortParam,
  tableParams,
  type TableQuery,
} from "./table-query.ts";
import { type AllTables, type TableResult, type TableKind, PAGE_SIZE, type TableRows } from "./tables.ts";

interface TablesDeps {
  adminClient: SanityClient;
  report(what: string): (error: unknown) => void;
}

/** Creates the service that reads the tables of the dashboard. */
export function createTables({ adminClient, report }: TablesDeps) {
  function load<Kind extends TableKind>(kind: Kind, params: URLSearchParams): Promise<TableResult<Kind>> {
    return loadTable(adminClient, kind, readTableQuery(kind, params), report(kind));
  }
  return {
    /** Returns the part of a table that URL parameters ask for. Never rejects. */
    load: (kind: TableKind, params: URLSearchParams): Promise<TableResult> => load(kind, params),
    /** Returns a promise per table, so that each is sent as soon as it is loaded. */
    loadAll: (params: URLSearchParams): AllTables => ({
      questionnaires: load("questionnaires", params),
      contracts: load("contracts", params),
      messages: load("messages", params),
      subscribers: load("subscribers", params),
    }),
    /** Returns a collection as CSV. Throws a 503 Response when the store does not respond. */
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

interface Page<Row> {
  total: number;
  rows: Row[];
}

/** The queries of each table: a fast one for the first page, and one that searches, filters and sorts. */
const QUERIES: Record<TableKind, { newest: string; found: string }> = {
  questionnaires: { newest: questionnairesNewestQuery, found: questionnairesFoundQuery },
  contracts: { newest: contractsNewestQuery, found: contractsFoundQuery },
  messages: { newest: messagesNewestQuery, found: messagesFoundQuery },
  subscribers: { newest: subscribersNewestQuery, found: subscribersFoundQuery },
};

/**
 * Returns the rows `from` (included) to `to` (excluded) of a query, and their total.
 * Throws an AppError when the store does not respond.
 */
async function readRows<Kind extends TableKind>(
  client: SanityClient,
  kind: Kind,
  query: TableQuery,
  [from, to]: readonly [from: number, to: number],
): Promise<Page<TableRows[Kind]>> {
  const { search, status, suspected, sort, descending } = query;
  const plain = !isNarrowed(query) && sortParam(query) === sortParam(NEWEST_FIRST);
  const wanted = plain ? {} : { search: search.toLowerCase(), status, suspected, sort, descending };
  try {
    return await client.fetch<Page<TableRows[Kind]>>(
      plain ? QUERIES[kind].newest : QUERIES[kind].found,
      { from, to, ...wanted },
      { signal: AbortSignal.timeout(8_000) },
    );
  } catch (cause) {
    throw storeError(cause);
  }
}

/** Returns one page of a table; the last one for a later number. Throws like `readRows`. */
async function readPage<Kind extends TableKind>(client: SanityClient, kind: Kind, query: TableQuery) {
  const rowsOf = (page: number) => readRows(client, kind, query, [(page - 1) * PAGE_SIZE, page * PAGE_SIZE]);
  const found = await rowsOf(query.page);
  const pages = Math.max(1, Math.ceil(found.total / PAGE_SIZE));
  if (query.page <= pages) return { ...found, page: query.page };
  return { ...(await rowsOf(pages)), page: pages };
}

/** Returns a table for the dashboard. Never throws: a failed table does not affect the others. */
async function loadTable<Kind extends TableKind>(
  client: SanityClient,
  kind: Kind,
  query: TableQuery,
  report: (error: unknown) => void,
): Promise<TableResult<Kind>> {
  const asked = tableParams(kind, query).toString();
  try {
    return { status: "loaded", asked, ...(await readPage(client, kind, query)) };
  } catch (error) {
    report(error);
    return { status: "failed", asked };
  }
}
