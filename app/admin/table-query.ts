import { isAdminStatus, type AdminStatus } from "./review.ts";
import { TABLE_KINDS, TABLES, type TableKind } from "./tables.ts";

/** What part of a table is asked for. */
export interface TableQuery {
  search: string;
  status: AdminStatus | "";
  /** Only what was probably sent by a program. */
  suspected: boolean;
  /** Key of a column. */
  sort: string;
  descending: boolean;
  /** From 1. */
  page: number;
}

/** Longest search, in characters; nobody's name is longer. */
export const MAX_SEARCH = 100;
const MAX_PAGE = 1_000_000;

const FIELDS = ["search", "status", "suspected", "sort", "page"] as const;
type QueryField = (typeof FIELDS)[number];

/** Each table has parameters of its own, so that one address holds the state of all of them: `contracts-page`. */
export function paramName(kind: TableKind, field: QueryField): string {
  return `${kind}-${field}`;
}

export const NEWEST_FIRST: TableQuery = {
  search: "",
  status: "",
  suspected: false,
  sort: "date",
  descending: true,
  page: 1,
};

/** The value of the parameter `suspected`; without it a table shows everything. */
export const SUSPECTED_ONLY = "only";

/** Whether a table shows a part of its rows only. */
export const isNarrowed = ({ search, status, suspected }: TableQuery): boolean =>
  search !== "" || status !== "" || suspected;

function readSort(kind: TableKind, value: string): Pick<TableQuery, "sort" | "descending"> {
  const sort = value.replace(/^-/, "");
  const known = TABLES[kind].columns.some(({ key }) => key === sort);
  return known
    ? { sort, descending: value.startsWith("-") }
    : { sort: NEWEST_FIRST.sort, descending: NEWEST_FIRST.descending };
}

/** Reads the part of a table that an address asks for. What makes no sense counts as not asked. */
export function readTableQuery(kind: TableKind, params: URLSearchParams): TableQuery {
  const get = (field: QueryField) => params.get(paramName(kind, field))?.trim() ?? "";
  const status = get("status");
  const page = get("page");
  return {
    search: get("search").slice(0, MAX_SEARCH),
    status: TABLES[kind].hasStatus && isAdminStatus(status) ? status : "",
    suspected: get("suspected") === SUSPECTED_ONLY,
    ...readSort(kind, get("sort")),
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
  };
}

/** A sort as it stands in an address: `name`, or `-name` for descending. */
export const sortParam = ({ sort, descending }: Pick<TableQuery, "sort" | "descending">): string =>
  `${descending ? "-" : ""}${sort}`;

/** The parameters of one table alone; what is as at first is left out. */
export function tableParams(kind: TableKind, query: TableQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.search) params.set(paramName(kind, "search"), query.search);
  if (query.status) params.set(paramName(kind, "status"), query.status);
  if (query.suspected) params.set(paramName(kind, "suspected"), SUSPECTED_ONLY);
  if (sortParam(query) !== sortParam(NEWEST_FIRST)) params.set(paramName(kind, "sort"), sortParam(query));
  if (query.page > 1) params.set(paramName(kind, "page"), String(query.page));
  return params;
}

/** The address that changes one table and leaves the others as they are: `?contracts-page=2`, or `?` for none. */
export function withTableQuery(current: URLSearchParams, kind: TableKind, query: TableQuery): string {
  const params = new URLSearchParams(otherParams(current, kind));
  for (const [name, value] of tableParams(kind, query)) params.append(name, value);
  return `?${params}`;
}

/** What the address says of the other tables, for forms that change one of them. */
export function otherParams(current: URLSearchParams, kind: TableKind): [string, string][] {
  return TABLE_KINDS.filter((other) => other !== kind).flatMap((other) => [
    ...tableParams(other, readTableQuery(other, current)),
  ]);
}

/** What a click on a column's heading asks for: its order turned round, or this column from its natural end. */
export function sortedBy(query: TableQuery, column: string): TableQuery {
  const descending = query.sort === column ? !query.descending : column === "date" || column === "total";
  return { ...query, sort: column, descending, page: 1 };
}
