import { Link, useSearchParams } from "@remix-run/react";
import { DASHBOARD } from "./addresses.ts";
import { sortedBy, withTableQuery, type TableQuery } from "./table-query.ts";
import type { Column, TableKind } from "./tables.ts";

interface SortHeadingProps {
  kind: TableKind;
  column: Column;
  query: TableQuery;
}

/** The heading of a column: a link that sorts by it, and turns the order round the second time. */
export function SortHeading({ kind, column, query }: SortHeadingProps) {
  const [params] = useSearchParams();
  const active = query.sort === column.key;
  const direction = query.descending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={active ? direction : undefined} className="admin-heading">
      <Link
        to={DASHBOARD + withTableQuery(params, kind, sortedBy(query, column.key))}
        preventScrollReset
        className="inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap hover:text-ink"
      >
        {column.label}
        <svg
          aria-hidden="true"
          viewBox="0 0 10 12"
          className={active ? "size-3 text-accent" : "size-3 opacity-35"}
          fill="currentColor"
        >
          {!active || !query.descending ? <path d="M5 0l4 5H1z" /> : null}
          {!active || query.descending ? <path d="M5 12L1 7h8z" /> : null}
        </svg>
      </Link>
    </th>
  );
}
