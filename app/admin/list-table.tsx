import type { ReactNode } from "react";
import { ScrollRegion } from "../ui/scroll-region.tsx";

/** A row: its key and its cells, of which the first is the row header. */
export type ListRow = readonly [key: string, ...cells: ReactNode[]];

interface ListTableProps {
  label: string;
  headings: readonly string[];
  rows: readonly ListRow[];
}

/** A plain table. It scrolls inside its region; the first column stays in view. On a phone each row is a card without empty cells. */
export function ListTable({ label, headings, rows }: ListTableProps) {
  return (
    <ScrollRegion label={`${label}, table`} className="admin-scroll">
      <table className="admin-table w-full border-separate border-spacing-0 text-left text-sm">
        <thead className="max-sm:sr-only">
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="admin-heading h-10">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, first, ...cells]) => (
            <tr key={key} className="admin-row">
              <th scope="row" className="admin-cell admin-first min-w-36">
                {first}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={headings[index + 1]}
                  data-label={headings[index + 1]}
                  className={cell === "" ? "admin-cell max-sm:hidden" : "admin-cell"}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
