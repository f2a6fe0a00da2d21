import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { useMay } from "../auth/session-client.ts";
import { DASHBOARD, detailPath, jsonPath } from "../model/admin-paths.ts";
import { formatCents } from "../model/contracts/money.ts";
import { NOT_SPECIFIED } from "../model/questionnaire-view.ts";
import { TABLES, type Column, type TableKind, type TableRow } from "../model/tables.ts";
import { AllCheckbox, RowCheckbox } from "./bulk-status.tsx";
import { ListTable } from "./list-table.tsx";
import { SiteTime } from "./site-time.tsx";
import { PaymentBadge, StatusBadge, SuspectedBadge } from "./status-badge.tsx";
import { type TableQuery, sortedBy, withTableQuery } from "./table-query.ts";

interface TableGridProps {
  kind: TableKind;
  query: TableQuery;
  rows: readonly TableRow[];
  /** Ids of rows that arrived while the table was shown. */
  arrived: ReadonlySet<string>;
}

export function TableGrid({ kind, query, rows, arrived }: TableGridProps) {
  const { title, columns, actions, hasStatus } = TABLES[kind];
  const isSelectable = useMay("administer") && hasStatus;
  const [first = "", ...others] = columns.map(({ key }) => key);
  const direction = query.descending ? "descending" : "ascending";
  const checkboxes = {
    label: "Select",
    part: "select" as const,
    heading: (
      <>
        <span className="sr-only">Select</span>
        <AllCheckbox kind={kind} />
      </>
    ),
  };
  const sortable = columns.map((column) => ({
    label: column.label,
    heading: <SortLink kind={kind} column={column} query={query} />,
    sorted: query.sort === column.key ? (direction as "descending" | "ascending") : undefined,
  }));
  return (
    <ListTable
      label={title}
      columns={[...(isSelectable ? [checkboxes] : []), ...sortable, { label: actions, part: "last" }]}
      arrived={arrived}
      rows={rows.map((row) => [
        row._id,
        ...(isSelectable ? [<RowCheckbox key="select" kind={kind} row={row} name={rowName(row)} />] : []),
        <RowHeader key={first} row={row} column={first} />,
        ...others.map((key) => (
          <span key={key} className="admin-text">
            <TableCell row={row} column={key} />
          </span>
        )),
        <RowActions key="actions" kind={kind} row={row} />,
      ])}
    />
  );
}

/** Truncates a long name, but not the badge beside it. */
function RowHeader({ row, column }: { row: TableRow; column: string }) {
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="admin-name">
          <TableCell row={row} column={column} />
        </span>
        {row.suspected ? <SuspectedBadge /> : null}
      </span>
      {row.reference ? <span className="admin-reference">{row.reference}</span> : null}
    </>
  );
}

interface SortLinkProps {
  kind: TableKind;
  column: Column;
  query: TableQuery;
}

/** Sorts by a column, and reverses the order the second time. */
function SortLink({ kind, column, query }: SortLinkProps) {
  const [params] = useSearchParams();
  const active = query.sort === column.key;
  return (
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
  );
}

function TableCell({ row, column }: { row: TableRow; column: string }) {
  const value = row[column];
  if (column === "date") return <SiteTime iso={String(value)} />;
  if (column === "total") return <span className="figures">{formatCents(Number(value))}</span>;
  if (column === "payment") return <PaymentBadge state={String(value)} marks={row.marks} />;
  if (column === "status") return <StatusBadge status={String(value)} />;
  const text = typeof value === "string" ? value.trim() : "";
  if (text) return text;
  return <span className="text-ink-faint">{NOT_SPECIFIED}</span>;
}

/** Returns the name of a row for its links: the name, else the email, else the id. */
function rowName(row: TableRow): string {
  return String(row["name"] ?? "").trim() || row.email || row._id;
}

const LINK =
  "inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:text-accent-strong hover:underline";

/** The links of a row. Their labels name the row for screen readers. */
function RowActions({ kind, row }: { kind: TableKind; row: TableRow }) {
  const { search } = useLocation();
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
