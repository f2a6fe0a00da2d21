import { setTimeout as sleep } from "node:timers/promises";
import { alsoFinds, type Searched } from "./search.ts";
import { TABLE_QUERIES } from "./tables-query.ts";
import { paymentMarks } from "../model/contracts/payment-state.ts";
import { mayRole, type Role } from "../model/roles.ts";
import { storeError } from "../platform/content-store.server.ts";
import { readReference, referenceNumber } from "../submissions/submission-id.server.ts";
import { exportCsv, type TableSource } from "./export.server.ts";
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

/** Shorter ones find by their words alone, so that the first letters of a search stay cheap. */
const MIN_SEARCH = 3;
/** More than anybody looks through, and few enough for a query. */
const MAX_ALSO_FOUND = 500;

/** A table that takes longer, in ms, has failed when a page opens. Below Remix's limit (`streamTimeout` of entry.server.tsx). */
const OPENING_MS = 7_000;

interface TablesDeps extends TableSource {
  report(what: string): (error: unknown) => void;
}

const failed = (kind: TableKind, params: URLSearchParams): TableResult => ({
  status: "failed",
  asked: tableParams(kind, readTableQuery(kind, params)).toString(),
});

export function createTables({ report, ...source }: TablesDeps) {
  /** Never throws: a failed table does not affect the others. */
  async function load(kind: TableKind, params: URLSearchParams): Promise<TableResult> {
    const query = readTableQuery(kind, params);
    const asked = tableParams(kind, query).toString();
    try {
      return { status: "loaded", asked, ...(await readPage(source, kind, query)) };
    } catch (cause) {
      report(kind)(storeError(cause));
      return failed(kind, params);
    }
  }
  return {
    /** Returns the part of a table that URL parameters ask for. Never rejects. */
    load,
    /** Returns a promise per table that a role sees, so that each is sent as soon as it is loaded. None rejects. */
    loadAll: (params: URLSearchParams, role: Role): AllTables =>
      Object.fromEntries(
        TABLE_KINDS.filter((kind) => mayRole(role, TABLES[kind].reading)).map((kind) => [
          kind,
          Promise.race([load(kind, params), sleep(OPENING_MS, failed(kind, params), { ref: false })]),
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

type Marked = Parameters<typeof paymentMarks>[0];

interface Page extends TableCounts {
  rows: (TableRow & { marked?: Marked | { payment: null } })[];
}

/** Returns the ids that a search finds besides those whose words have it: by reference number, or as `alsoFinds` says. */
async function alsoFound(
  { adminClient, secret }: TableSource,
  kind: TableKind,
  search: string,
): Promise<string[]> {
  if (search.length < MIN_SEARCH) return [];
  const reference = TABLES[kind].hasReference ? readReference(search) : null;
  const finds = alsoFinds(search);
  const words = search.toLowerCase();
  const all = await adminClient.fetch<Searched[]>(
    TABLE_QUERIES[kind].searched,
    {},
    { signal: AbortSignal.timeout(8_000) },
  );
  return all
    .filter((one) =>
      reference && referenceNumber(secret, one._id) === reference
        ? true
        : !one.text.includes(words) && finds(one),
    )
    .map(({ _id }) => _id)
    .slice(0, MAX_ALSO_FOUND);
}

async function foundParams(source: TableSource, kind: TableKind, query: TableQuery) {
  const { search, status, payment, suspected } = query;
  const ids = await alsoFound(source, kind, search);
  return { search: search.toLowerCase(), ids, status, payment, suspected };
}

/** Returns one page of a table; the last one for a later number. Throws when the store does not respond. */
async function readPage(
  source: TableSource,
  kind: TableKind,
  query: TableQuery,
): Promise<Page & { page: number }> {
  const { sort, descending, page } = query;
  const plain = !isNarrowed(query) && sortParam(query) === sortParam(NEWEST_FIRST);
  const wanted = plain ? {} : { ...(await foundParams(source, kind, query)), sort, descending };
  const found = await source.adminClient.fetch<Page>(
    plain ? TABLE_QUERIES[kind].newest : TABLE_QUERIES[kind].found,
    { from: (page - 1) * PAGE_SIZE, to: page * PAGE_SIZE, ...wanted },
    { signal: AbortSignal.timeout(8_000) },
  );
  const last = Math.max(1, Math.ceil(found.total / PAGE_SIZE));
  if (page > last) return readPage(source, kind, { ...query, page: last });
  const rows = found.rows.map(({ marked, ...row }) => ({
    ...row,
    marks: marked?.payment ? paymentMarks(marked) : [],
    reference: TABLES[kind].hasReference ? referenceNumber(source.secret, row._id) : "",
  }));
  return { ...found, rows, page };
}
