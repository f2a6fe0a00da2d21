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

interface Page<Row> {
  total: number;
  rows: Row[];
}

/** Two queries for each table: the short one for its first page, and the one that searches, filters and sorts. */
const QUERIES: Record<TableKind, { newest: string; found: string }> = {
  questionnaires: { newest: questionnairesNewestQuery, found: questionnairesFoundQuery },
  contracts: { newest: contractsNewestQuery, found: contractsFoundQuery },
  messages: { newest: messagesNewestQuery, found: messagesFoundQuery },
  subscribers: { newest: subscribersNewestQuery, found: subscribersFoundQuery },
};

/**
 * Reads rows `from` (included) to `to` (excluded) of what a query finds; pages do not matter here.
 * Throws an AppError when the store does not answer.
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

/** One page of a table; a page behind the last one is the last one. Throws like `readRows`. */
async function readPage<Kind extends TableKind>(client: SanityClient, kind: Kind, query: TableQuery) {
  const rowsOf = (page: number) => readRows(client, kind, query, [(page - 1) * PAGE_SIZE, page * PAGE_SIZE]);
  const found = await rowsOf(query.page);
  const pages = Math.max(1, Math.ceil(found.total / PAGE_SIZE));
  if (query.page <= pages) return { ...found, page: query.page };
  return { ...(await rowsOf(pages)), page: pages };
}

/** One table for the dashboard. Never throws: a table that cannot be read says so, and the others stand. */
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
