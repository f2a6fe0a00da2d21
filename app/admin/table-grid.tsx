import { Link, useSearchParams } from "@remix-run/react";
import { formatCents } from "../model/contracts/money.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { AllCheckbox, RowCheckbox } from "./bulk-status.tsx";
import { DASHBOARD, detailPath, jsonPath } from "./paths.ts";
import { LocalTime } from "./local-time.tsx";
import { PaymentBadge, StatusBadge, SuspectedBadge } from "./status-badge.tsx";
import { type TableQuery, sortedBy, withTableQuery } from "./table-query.ts";
import { TABLES, type AnyRow, type TableKind, type Column } from "./tables.ts";

interface TableGridProps {
  kind: TableKind;
  query: TableQuery;
  rows: readonly AnyRow[];
  /** Ids of rows that arrived while the table was shown. */
  arrived: ReadonlySet<string>;
}

/**
 * The rows of a table. It scrolls inside its region in both directions; headings, first column and actions stay in view. On a
 * phone each row is a card, with the heading before each value.
 */
export function TableGrid({ kind, query, rows, arrived }: TableGridProps) {
  const { title, columns, actions, hasStatus } = TABLES[kind];
  return (
    <ScrollRegion label={`${title}, table`} className="admin-scroll">
      <table className="admin-table w-full border-separate border-spacing-0 text-left text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {hasStatus ? (
              <th scope="col" className="admin-heading admin-select">
                <span className="sr-only">Select</span>
                <AllCheckbox kind={kind} />
              </th>
            ) : null}
            {columns.map((column) => (
              <SortHeading key={column.key} kind={kind} column={column} query={query} />
            ))}
            <th scope="col" className="admin-heading admin-last">
              {actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row._id}
              data-arrived={arrived.has(row._id) ? "" : undefined}
              tabIndex={-1}
              className="admin-row"
            >
              {hasStatus ? (
                <td className="admin-cell admin-select">
                  <RowCheckbox kind={kind} row={row} name={rowName(row)} />
                </td>
              ) : null}
              {columns.map(({ key, label }, index) =>
                index === 0 ? (
                  <th key={key} scope="row" className="admin-cell admin-first">
                    <RowHeader row={row} column={key} />
                    {row.reference ? <span className="admin-reference">{row.reference}</span> : null}
                  </th>
                ) : (
                  <td key={key} data-label={label} className="admin-cell">
                    <span className="admin-text">
                      <TableCell row={row} column={key} />
                    </span>
                  </td>
                ),
              )}
              <td className="admin-cell admin-last">
                <RowActions kind={kind} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Truncates a long name, but not the badge beside it. */
function RowHeader({ row, column }: { row: AnyRow; column: string }) {
  if (!row.suspected) return <TableCell row={row} column={column} />;
  return (
    <span className="flex items-center gap-2">
      <span className="admin-name">
        <TableCell row={row} column={column} />
      </span>
      <SuspectedBadge />
    </span>
  );
}

interface SortHeadingProps {
  kind: TableKind;
  column: Column;
  query: TableQuery;
}

/** The heading of a column: a link that sorts by it, and reverses the order the second time. */
function SortHeading({ kind, column, query }: SortHeadingProps) {
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

const MISSING: Record<string, string> = { projectType: "Not specified" };

/** The value of a column. */
function TableCell({ row, column }: { row: AnyRow; column: string }) {
  const value: unknown = (row as Record<string, unknown>)[column];
  if (column === "date") return <LocalTime iso={String(value)} />;
  if (column === "total") return <span className="figures">{formatCents(Number(value))}</span>;
  if (column === "payment") return <PaymentBadge state={String(value)} />;
  if (column === "status") return <StatusBadge status={String(value)} />;
  const text = typeof value === "string" ? value.trim() : "";
  if (text) return text;
  return <span className="text-ink-faint">{MISSING[column] ?? "Not given"}</span>;
}

/** Returns the name of a row for its links: the name, else the email, else the id. */
function rowName(row: AnyRow): string {
  return ("name" in row ? row.name.trim() : "") || row.email || row._id;
}

const LINK =
  "inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:text-accent-strong hover:underline";

/** The links of a row. Their labels name the row for screen readers. */
function RowActions({ kind, row }: { kind: TableKind; row: AnyRow }) {
  const [params] = useSearchParams();
  const search = params.size > 0 ? `?${params}` : "";
  const name = rowName(row);
  return (
    <span className="flex gap-5">
      <Link
        to={detailPath(kind, row._id, search)}
        preventScrollReset
        aria-label={`View ${name}`}
        className={LINK}
      >
        View
      </Link>
      {kind === "questionnaires" ? (
        <a href={jsonPath(kind, row._id)} download aria-label={`Download ${name}`} className={LINK}>
          Download
        </a>
      ) : null}
    </span>
  );
}
