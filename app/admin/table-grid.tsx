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

/** The table itself. It scrolls inside its region in both directions; the first column and the headings stay in sight. */
export function TableGrid({ kind, query, rows, arrived }: TableGridProps) {
  const { title, columns, actions } = TABLES[kind];
  return (
    <ScrollRegion label={`${title}, table`} className="admin-scroll">
      <table className="w-full border-separate border-spacing-0 text-left text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeading key={column.key} kind={kind} column={column} query={query} />
            ))}
            {actions ? (
              <th scope="col" className="admin-heading">
                {actions}
              </th>
            ) : null}
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
              {columns.map(({ key }, index) =>
                index === 0 ? (
                  <th key={key} scope="row" className="admin-cell admin-first">
                    <TableCell row={row} column={key} />
                    {row.suspected ? <SuspectedBadge /> : null}
                  </th>
                ) : (
                  <td key={key} className="admin-cell">
                    <TableCell row={row} column={key} />
                  </td>
                ),
              )}
              {actions ? (
                <td className="admin-cell">
                  <RowActions kind={kind} row={row} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
