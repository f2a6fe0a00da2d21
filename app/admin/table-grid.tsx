import { RowActions } from "./row-actions.tsx";
import { SuspectedBadge } from "./suspected-badge.tsx";
import { SortHeading } from "./sort-heading.tsx";
import { TableCell } from "./table-cell.tsx";
import type { TableQuery } from "./table-query.ts";
import { TABLES, type AnyRow, type TableKind } from "./tables.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";

interface TableGridProps {
  kind: TableKind;
  query: TableQuery;
  rows: readonly AnyRow[];
  /** Ids of rows that came while the table was looked at. */
  arrived: ReadonlySet<string>;
}

/**
 * The table itself. It scrolls inside its region in both directions; the headings, the first column and what can be done stay
 * in sight. On a phone each row is a card, with the heading of each value before it.
 */
export function TableGrid({ kind, query, rows, arrived }: TableGridProps) {
  const { title, columns, actions } = TABLES[kind];
  return (
    <ScrollRegion label={`${title}, table`} className="admin-scroll">
      <table className="admin-table w-full border-separate border-spacing-0 text-left text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
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
              {columns.map(({ key, label }, index) =>
                index === 0 ? (
                  <th key={key} scope="row" className="admin-cell admin-first">
                    <RowHeader row={row} column={key} />
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

/** A long name is cut off; the badge beside it never is. */
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
