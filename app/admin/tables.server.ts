import { setTimeout as sleep } from "node:timers/promises";
import type { InvoiceSummary } from "../model/contracts/contract-document.ts";
import { overdueMark, paymentMarks } from "../model/contracts/payment-state.ts";
import { dateOf } from "../model/format.ts";
import { mayRole, type Role } from "../model/roles.ts";
import {
  PAGE_SIZE,
  TABLE_KINDS,
  TABLES,
  type AllTables,
  type ExportFormat,
  type TableCounts,
  type TableKind,
  type TableResult,
  type TableRow,
} from "../model/tables.ts";
import { orUnavailable, storeError } from "../platform/content-store.server.ts";
import { readTypes } from "../platform/read-parts.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { exportTable, type Stored, type TableSource } from "./export.server.ts";
import { findIds, inOrderOf, readIds } from "./find.server.ts";
import {
  readTableQuery,
  isNarrowed,
  NEWEST_FIRST,
  sortParam,
  tableParams,
  type TableQuery,
} from "./table-query.ts";
import { TABLE_QUERIES } from "./tables-query.ts";

/** A table that takes longer, in ms, has failed when a page opens. Below Remix's limit (`streamTimeout` of entry.server.tsx). */
const OPENING_MS = 7_000;

/** How long the store may take for the rows of a page, in ms. */
const PAGE_TIMEOUT_MS = 8_000;

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
     * Returns as a file what a table shows on all of its pages with the search and filters of URL parameters. Throws a 503
     * Response when the store does not respond.
     */
    async export(kind: TableKind, format: ExportFormat, params: URLSearchParams): Promise<Response> {
      const query = readTableQuery(kind, params);
      const { adminClient } = source;
      async function* found(): AsyncGenerator<readonly Stored[]> {
        if (isNarrowed(query)) yield* readIds(adminClient, kind, await findIds(source, kind, query));
        else
          yield* readTypes<Stored>(adminClient, TABLES[kind].types, { query: TABLE_QUERIES[kind].exported });
      }
      return orUnavailable(exportTable(source, kind, format, found()), report(kind));
    },
  };
}

type Marked = Parameters<typeof paymentMarks>[0] & { overdue: InvoiceSummary[] | null };

interface Page extends TableCounts {
  rows: (TableRow & { marked?: Marked | { payment: null } })[];
}

/** Returns one page of a table; the last one for a later number. Throws when the store does not respond. */
async function readPage(
  source: TableSource,
  kind: TableKind,
  query: TableQuery,
): Promise<Page & { page: number }> {
  const isNewest = !isNarrowed(query) && sortParam(query) === sortParam(NEWEST_FIRST);
  const found = isNewest ? await newestPage(source, kind, query) : await foundPage(source, kind, query);
  const last = Math.max(1, Math.ceil(found.total / PAGE_SIZE));
  if (query.page > last) return readPage(source, kind, { ...query, page: last });
  const today = dateOf(source.clock());
  const rows = found.rows.map(({ marked, ...row }) => ({
    ...row,
    marks: marked?.payment ? [...overdueMark(marked.overdue ?? [], today), ...paymentMarks(marked)] : [],
    reference: TABLES[kind].hasReference ? referenceNumber(source.secret, row._id) : "",
  }));
  return { ...found, rows, page: query.page };
}

const newestPage = ({ adminClient }: TableSource, kind: TableKind, { page }: TableQuery) =>
  adminClient.fetch<Page>(
    TABLE_QUERIES[kind].newest,
    { from: (page - 1) * PAGE_SIZE, to: page * PAGE_SIZE },
    { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) },
  );

async function foundPage(source: TableSource, kind: TableKind, query: TableQuery): Promise<Page> {
  const all = await findIds(source, kind, query);
  const last = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  const page = Math.min(query.page, last);
  const ids = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const { unread, rows } = await source.adminClient.fetch<Omit<Page, "total">>(
    TABLE_QUERIES[kind].rows,
    { ids },
    { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) },
  );
  return { total: all.length, unread, rows: inOrderOf(ids, rows) };
}
