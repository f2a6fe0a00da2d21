import { Await } from "@remix-run/react";
import { Suspense, type KeyboardEvent } from "react";
import { buttonClass } from "../ui/button.tsx";
import { exportPath } from "./addresses.ts";
import { Pager } from "./pager.tsx";
import { TableControls } from "./table-controls.tsx";
import { TableGrid } from "./table-grid.tsx";
import { pressTableKey } from "./table-keys.ts";
import type { TableResult } from "./table-result.ts";
import { TableEmpty, TableFailed, TableLoading } from "./table-states.tsx";
import { TABLES, type TableKind } from "./tables.ts";
import { useArrivals } from "./use-arrivals.ts";
import { useTable } from "./use-table.ts";

interface TableSectionProps {
  kind: TableKind;
  /** What the page was opened with. */
  opened: Promise<TableResult>;
  /** Goes up when the table has changed on the server. */
  version: number;
  /** Somebody asked which keys there are. */
  onHelp: () => void;
}

/** One table of the dashboard under its heading; it loads, fails and is searched by itself. */
export function TableSection({ kind, opened, version, onHelp }: TableSectionProps) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (pressTableKey(event, onHelp)) event.preventDefault();
  }

  const broken: TableResult = { status: "failed", asked: "" };
  return (
    <section id={kind} aria-labelledby={`${kind}-title`} className="scroll-mt-28" onKeyDown={onKeyDown}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={`${kind}-title`} className="text-2xl">
          {TABLES[kind].title}
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <TableControls kind={kind} />
          <a
            href={exportPath(kind)}
            download
            aria-label={`Export CSV: ${TABLES[kind].title}`}
            className={buttonClass({ variant: "quiet", size: "sm" })}
          >
            Export CSV
          </a>
        </div>
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <Suspense fallback={<TableLoading kind={kind} />}>
          <Await resolve={opened} errorElement={<TableBody kind={kind} initial={broken} version={version} />}>
            {(initial) => <TableBody kind={kind} initial={initial} version={version} />}
          </Await>
        </Suspense>
      </div>
    </section>
  );
}

interface TableBodyProps extends Pick<TableSectionProps, "kind" | "version"> {
  initial: TableResult;
}

function TableBody({ kind, initial, version }: TableBodyProps) {
  const { query, result, loading, reload } = useTable(kind, initial, version);
  const arrived = useArrivals(result);
  if (loading) return <TableLoading kind={kind} />;
  if (result.status === "failed") return <TableFailed kind={kind} onRetry={reload} />;
  if (result.rows.length === 0) return <TableEmpty kind={kind} query={query} />;
  return (
    <>
      <TableGrid kind={kind} query={query} rows={result.rows} arrived={arrived} />
      <Pager kind={kind} query={query} page={result.page} total={result.total} />
    </>
  );
}
