import type { SanityClient } from "@sanity/client";
import {
  contractsFoundQueries,
  contractsNewestQuery,
  idsQuery,
  messagesFoundQueries,
  messagesNewestQuery,
  questionnairesFoundQueries,
  questionnairesNewestQuery,
  subscribersFoundQueries,
  subscribersNewestQuery,
} from "./tables-query.ts";
import { storeError } from "../platform/content-store.server.ts";
import { readReference, referenceNumber } from "../submissions/submission-id.server.ts";
import { exportCsv } from "./export.server.ts";
import {
  readTableQuery,
  isNarrowed,
  NEWEST_FIRST,
  sortParam,
  tableParams,
  type TableQuery,
} from "./table-query.ts";
import {
  PAGE_SIZE,
  TABLES,
  type AllTables,
  type Referenced,
  type TableCounts,
  type TableKind,
  type TableResult,
  type TableRows,
} from "./tables.ts";

interface Source {
  adminClient: SanityClient;
  /** Key of the reference numbers and of the links to unsubscribe. */
  secret: string;
  /** Public origin without a trailing slash. */
  publicUrl: string;
}

interface TablesDeps extends Source {
  report(what: string): (error: unknown) => void;
}

/** Creates the service that reads the tables of the dashboard. */
export function createTables({ report, ...source }: TablesDeps) {
  function load<Kind extends TableKind>(kind: Kind, params: URLSearchParams): Promise<TableResult<Kind>> {
    return loadTable(source, kind, readTableQuery(kind, params), report(kind));
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
    /**
     * Returns as CSV what a table shows on all of its pages with the search and filters of URL parameters. Throws a 503
     * Response when the store does not respond.
     */
    async export(kind: TableKind, params: URLSearchParams): Promise<Response> {
      try {
        const asked = await foundParams(source, kind, readTableQuery(kind, params));
        return await exportCsv(source, kind, { query: QUERIES[kind].exported, params: asked });
      } catch (error) {
        report(kind)(error);
        return new Response("Failed to load data.", { status: 503, headers: { "Retry-After": "30" } });
      }
    },
  };
}

interface Page<Row> extends TableCounts {
  rows: Row[];
}

/** The queries of each table: a fast one for the first page, and one that searches, filters and sorts. */
const QUERIES: Record<TableKind, { newest: string; found: string; exported: string }> = {
  questionnaires: { newest: questionnairesNewestQuery, ...questionnairesFoundQueries },
  contracts: { newest: contractsNewestQuery, ...contractsFoundQueries },
  messages: { newest: messagesNewestQuery, ...messagesFoundQueries },
  subscribers: { newest: subscribersNewestQuery, ...subscribersFoundQueries },
};

/** Returns the id of the document whose reference number is the search text, or `""`. */
async function findReferenced(
  { adminClient, secret }: Source,
  kind: TableKind,
  search: string,
): Promise<string> {
  const reference = TABLES[kind].hasReference ? readReference(search) : null;
  if (!reference) return "";
  const ids = await adminClient.fetch(
    idsQuery,
    { types: TABLES[kind].types },
    { signal: AbortSignal.timeout(8_000) },
  );
  return ids.find((id) => referenceNumber(secret, id) === reference) ?? "";
}

/** Returns the parameters of the queries that search and filter. */
async function foundParams(source: Source, kind: TableKind, query: TableQuery) {
  const { search, status, payment, suspected } = query;
  const id = await findReferenced(source, kind, search);
  return { search: search.toLowerCase(), id, status, payment, suspected };
}

/**
 * Returns the rows `from` (included) to `to` (excluded) of a query, and their total.
 * Throws an AppError when the store does not respond.
 */
async function readRows<Kind extends TableKind>(
  source: Source,
  kind: Kind,
  query: TableQuery,
  [from, to]: readonly [from: number, to: number],
): Promise<Page<Referenced<TableRows[Kind]>>> {
  const { sort, descending } = query;
  const plain = !isNarrowed(query) && sortParam(query) === sortParam(NEWEST_FIRST);
  try {
    const wanted = plain ? {} : { ...(await foundParams(source, kind, query)), sort, descending };
    const page = await source.adminClient.fetch<Page<TableRows[Kind]>>(
      plain ? QUERIES[kind].newest : QUERIES[kind].found,
      { from, to, ...wanted },
      { signal: AbortSignal.timeout(8_000) },
    );
    const rows = page.rows.map((row) => ({
      ...row,
      reference: TABLES[kind].hasReference ? referenceNumber(source.secret, row._id) : "",
    }));
    return { ...page, rows };
  } catch (cause) {
    throw storeError(cause);
  }
}

/** Returns one page of a table; the last one for a later number. Throws like `readRows`. */
async function readPage<Kind extends TableKind>(source: Source, kind: Kind, query: TableQuery) {
  const rowsOf = (page: number) => readRows(source, kind, query, [(page - 1) * PAGE_SIZE, page * PAGE_SIZE]);
  const found = await rowsOf(query.page);
  const pages = Math.max(1, Math.ceil(found.total / PAGE_SIZE));
  if (query.page <= pages) return { ...found, page: query.page };
  return { ...(await rowsOf(pages)), page: pages };
}

/** Returns a table for the dashboard. Never throws: a failed table does not affect the others. */
async function loadTable<Kind extends TableKind>(
  source: Source,
  kind: Kind,
  query: TableQuery,
  report: (error: unknown) => void,
): Promise<TableResult<Kind>> {
  const asked = tableParams(kind, query).toString();
  try {
    return { status: "loaded", asked, ...(await readPage(source, kind, query)) };
  } catch (error) {
    report(error);
    return { status: "failed", asked };
  }
}
