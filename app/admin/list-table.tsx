import type { ReactNode } from "react";
import { ScrollRegion } from "../ui/scroll-region.tsx";

/** A column: its heading, and whether it has the checkboxes or, at the end, the actions of the rows. */
export interface ListColumn {
  label: string;
  /** What stands in the heading instead of the label. */
  heading?: ReactNode;
  sorted?: "ascending" | "descending" | undefined;
  part?: "select" | "last";
}

/** A row: its key and its cells, of which the first that is no checkbox is the row header. */
export type ListRow = readonly [key: string, ...cells: ReactNode[]];

interface ListTableProps {
  label: string;
  /** Columns with a label alone are given as text. */
  columns: readonly (string | ListColumn)[];
  rows: readonly ListRow[];
  /** Keys of rows that arrived while the table was shown; only the rows of such a table take the focus. */
  arrived?: ReadonlySet<string>;
}

/**
 * Every table for admins. It scrolls inside its region; headings, checkboxes, first column and actions stay in view. On a phone
 * or tablet each row is a card without empty cells, with the label before each value.
 */
export function ListTable({ label, columns, rows, arrived }: ListTableProps) {
  const all: ListColumn[] = columns.map((column) =>
    typeof column === "string" ? { label: column } : column,
  );
  const first = all.findIndex(({ part }) => part !== "select");
  return (
    <ScrollRegion label={`${label}, table`} className="admin-scroll">
      <table className="admin-table w-full border-separate border-spacing-0 text-left text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className={all.some(({ heading }) => heading) ? undefined : "max-lg:sr-only"}>
          <tr>
            {all.map((column) => (
              <th
                key={column.label}
                scope="col"
                aria-sort={column.sorted}
                className={`admin-heading h-10 ${PARTS[column.part ?? "value"]}`}
              >
                {column.heading ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, ...cells]) => (
            <tr
              key={key}
              data-arrived={arrived?.has(key) ? "" : undefined}
              tabIndex={arrived ? -1 : undefined}
              className="admin-row"
            >
              {cells.map((cell, index) => {
                const { label: name = "", part = "value" } = all[index] ?? {};
                return index === first ? (
                  <th key={name} scope="row" className="admin-cell admin-first">
                    {cell}
                  </th>
                ) : (
                  <td
                    key={name}
                    data-label={part === "value" ? name : undefined}
                    className={`admin-cell ${cell === "" ? "max-lg:hidden" : PARTS[part]}`}
                  >
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const PARTS = { select: "admin-select", last: "admin-last", value: "" };
