import type { SanityClient } from "@sanity/client";
import { idsQuery, TABLE_QUERIES } from "./tables-query.ts";
import { mayRole, type Role } from "../model/roles.ts";
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
  TABLE_KINDS,
  TABLES,
  type AllTables,
  type TableCounts,
  type TableKind,
  type TableResult,
  type TableRow,
} from "../model/tables.ts";

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
  /** Never throws: a failed table does not affect the others. */
  async function load(kind: TableKind, params: URLSearchParams): Promise<TableResult> {
    const query = readTableQuery(kind, params);
    const asked = tableParams(kind, query).toString();
    try {
      return { status: "loaded", asked, ...(await readPage(source, kind, query)) };
    } catch (error) {
      report(kind)(error);
      return { status: "failed", asked };
    }
  }
  return {
    /** Returns the part of a table that URL parameters ask for. Never rejects. */
    load,
    /** Returns a promise per table that a role sees, so that each is sent as soon as it is loaded. */
    loadAll: (params: URLSearchParams, role: Role): AllTables =>
      Object.fromEntries(
        TABLE_KINDS.filter((kind) => mayRole(role, TABLES[kind].reading)).map((kind) => [
          kind,
          load(kind, params),
        ]),
      ),
    /**
     * Returns as CSV what a table shows on all of its pages with the search and filters of URL parameters. Throws a 503
     * Response when the store does not respond.
     */
    async export(kind: TableKind, params: URLSearchParams): Promise<Response> {
      try {
        const asked = await foundParams(source, kind, readTableQuery(kind, params));
        return await exportCsv(source, kind, { query: TABLE_QUERIES[kind].exported, params: asked });
      } catch (error) {
        report(kind)(error);
        return new Response("Failed to load data.", { status: 503, headers: { "Retry-After": "30" } });
      }
    },
  };
}

interface Page extends TableCounts {
  rows: TableRow[];
}

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
async function readRows(
  source: Source,
  kind: TableKind,
  query: TableQuery,
  [from, to]: readonly [from: number, to: number],
): Promise<Page> {
  const { sort, descending } = query;
  const plain = !isNarrowed(query) && sortParam(query) === sortParam(NEWEST_FIRST);
  try {
    const wanted = plain ? {} : { ...(await foundParams(source, kind, query)), sort, descending };
    const page = await source.adminClient.fetch<Page>(
      plain ? TABLE_QUERIES[kind].newest : TABLE_QUERIES[kind].found,
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
async function readPage(source: Source, kind: TableKind, query: TableQuery) {
  const rowsOf = (page: number) => readRows(source, kind, query, [(page - 1) * PAGE_SIZE, page * PAGE_SIZE]);
  const found = await rowsOf(query.page);
  const pages = Math.max(1, Math.ceil(found.total / PAGE_SIZE));
  if (query.page <= pages) return { ...found, page: query.page };
  return { ...(await rowsOf(pages)), page: pages };
}
