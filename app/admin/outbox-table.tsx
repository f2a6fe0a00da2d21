import type { ReactNode } from "react";
import type { Part } from "./read-outbox.server.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";

interface OutboxTableProps<Row> {
  label: string;
  headings: readonly string[];
  part: Part<Row>;
  empty: string;
  /** Name of a row, and its cells; the first heads it. */
  cellsOf: (row: Row) => [key: string, ...cells: ReactNode[]];
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-4 py-8 text-center text-ink-soft">{children}</p>;
}

/** One list of the outbox. It scrolls inside its region; the first column stays in sight. On a phone each row is a card. */
export function OutboxTable<Row>({ label, headings, part, empty, cellsOf }: OutboxTableProps<Row>) {
  if (!part) return <Note>This machine's disk cannot be read.</Note>;
  if (part.count === 0) return <Note>{empty}</Note>;
  const { count, rows } = part;
  return (
    <>
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
            {rows.map(cellsOf).map(([key, first, ...cells]) => (
              <tr key={key} className="admin-row">
                <th scope="row" className="admin-cell admin-first min-w-36">
                  {first}
                </th>
                {cells.map((cell, index) => (
                  <td key={headings[index + 1]} data-label={headings[index + 1]} className="admin-cell">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {count > rows.length ? <Note>{`${rows.length} of ${count} are shown.`}</Note> : null}
    </>
  );
}
