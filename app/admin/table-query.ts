import { isAdminStatus, type AdminStatus } from "../model/admin-status.ts";
import { isPaymentFilter, type PaymentFilter } from "../model/contracts/payment-state.ts";
import { TABLE_KINDS, TABLES, type TableKind } from "../model/tables.ts";
import { oneLine } from "../model/typed-text.ts";
import { isNeedOf, type Need } from "./needs.ts";

export interface TableQuery {
  search: string;
  status: AdminStatus | "";
  payment: PaymentFilter | "";
  /** Suspected submissions only. */
  suspected: boolean;
  /** What waits for an admin only. */
  needs: Need | "";
  /** Key of a column. */
  sort: string;
  descending: boolean;
  /** From 1. */
  page: number;
}

/** Longest search, in characters. */
export const MAX_SEARCH = 100;
const MAX_PAGE = 1_000_000;

const FIELDS = ["search", "status", "payment", "suspected", "needs", "sort", "page"] as const;
type QueryField = (typeof FIELDS)[number];

/** Returns the parameter of a table's field, such as `contracts-page`: one URL holds the state of all tables. */
export function paramName(kind: TableKind, field: QueryField): string {
  return `${kind}-${field}`;
}

export const NEWEST_FIRST: TableQuery = {
  search: "",
  status: "",
  payment: "",
  suspected: false,
  needs: "",
  sort: "date",
  descending: true,
  page: 1,
};

/** Value of the parameter `suspected`; without it a table shows all submissions. */
export const SUSPECTED_ONLY = "only";

export const isNarrowed = ({ search, status, payment, suspected, needs }: TableQuery): boolean =>
  search !== "" || status !== "" || payment !== "" || suspected || needs !== "";

function readSort(kind: TableKind, value: string): Pick<TableQuery, "sort" | "descending"> {
  const sort = value.replace(/^-/, "");
  const known = TABLES[kind].columns.some(({ key }) => key === sort);
  return known
    ? { sort, descending: value.startsWith("-") }
    : { sort: NEWEST_FIRST.sort, descending: NEWEST_FIRST.descending };
}

/** Parses the state of a table from a URL. Invalid parameters are ignored. */
export function readTableQuery(kind: TableKind, params: URLSearchParams): TableQuery {
  const get = (field: QueryField) => oneLine(params.get(paramName(kind, field)) ?? "");
  const status = get("status");
  const payment = get("payment");
  const needs = get("needs");
  const page = get("page");
  return {
    search: get("search").slice(0, MAX_SEARCH),
    status: TABLES[kind].hasStatus && isAdminStatus(status) ? status : "",
    payment: TABLES[kind].hasPayment && isPaymentFilter(payment) ? payment : "",
    suspected: get("suspected") === SUSPECTED_ONLY,
    needs: isNeedOf(kind, needs) ? needs : "",
    ...readSort(kind, get("sort")),
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
  };
}

/** Returns the value of the parameter `sort`: `name`, or `-name` for descending. */
export const sortParam = ({ sort, descending }: Pick<TableQuery, "sort" | "descending">): string =>
  `${descending ? "-" : ""}${sort}`;

/** Returns the parameters of one table, without defaults. */
export function tableParams(kind: TableKind, query: TableQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.search) params.set(paramName(kind, "search"), query.search);
  if (query.status) params.set(paramName(kind, "status"), query.status);
  if (query.payment) params.set(paramName(kind, "payment"), query.payment);
  if (query.suspected) params.set(paramName(kind, "suspected"), SUSPECTED_ONLY);
  if (query.needs) params.set(paramName(kind, "needs"), query.needs);
  if (sortParam(query) !== sortParam(NEWEST_FIRST)) params.set(paramName(kind, "sort"), sortParam(query));
  if (query.page > 1) params.set(paramName(kind, "page"), String(query.page));
  return params;
}

/** Returns the query string that changes one table and keeps the others: `?contracts-page=2`, or `?` for none. */
export function withTableQuery(current: URLSearchParams, kind: TableKind, query: TableQuery): string {
  const params = new URLSearchParams(otherParams(current, kind));
  for (const [name, value] of tableParams(kind, query)) params.append(name, value);
  return `?${params}`;
}

/** Returns the parameters of the other tables, for the form of this one. */
export function otherParams(current: URLSearchParams, kind: TableKind): [string, string][] {
  return TABLE_KINDS.filter((other) => other !== kind).flatMap((other) => [
    ...tableParams(other, readTableQuery(other, current)),
  ]);
}

/** Returns the query after a click on a column heading: reversed, or sorted by that column in its default direction. */
export function sortedBy(query: TableQuery, column: string): TableQuery {
  const descending = query.sort === column ? !query.descending : column === "date" || column === "total";
  return { ...query, sort: column, descending, page: 1 };
}
