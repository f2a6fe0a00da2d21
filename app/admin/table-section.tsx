import { Await, Link, useLocation, useSearchParams } from "@remix-run/react";
import { Suspense, type KeyboardEvent } from "react";
import { useMay } from "../auth/session-client.ts";
import { DASHBOARD, exportPath, isDeleted } from "../model/admin-paths.ts";
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type TableResult,
  TABLES,
  type TableKind,
} from "../model/tables.ts";
import { buttonClass } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import type { BulkResult } from "./bulk-status.server.ts";
import { BulkForm, BulkStatus } from "./bulk-status.tsx";
import { NEEDS } from "./needs.ts";
import { pressTableKey } from "./shortcuts.tsx";
import { Pager, TableControls } from "./table-controls.tsx";
import { TableGrid } from "./table-grid.tsx";
import {
  isNarrowed,
  NEWEST_FIRST,
  readTableQuery,
  tableParams,
  withTableQuery,
  type TableQuery,
} from "./table-query.ts";
import { useArrivals, useTable } from "./use-table.ts";

interface TableSectionProps {
  kind: TableKind;
  /** The result that the page was rendered with. */
  opened: Promise<TableResult>;
  /** Increases when the table has changed on the server. */
  version: number;
  /** What became of a selection, in this table or another one. */
  bulk: BulkResult | undefined;
  onHelp: () => void;
}

/** A table of the dashboard with its heading. It loads, fails and is searched independently of the others. */
export function TableSection({ kind, opened, version, bulk, onHelp }: TableSectionProps) {
  const [params] = useSearchParams();
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (pressTableKey(event, onHelp)) event.preventDefault();
  }

  const broken: TableResult = { status: "failed", asked: "" };
  return (
    <section id={kind} aria-labelledby={`${kind}-title`} onKeyDown={onKeyDown}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={`${kind}-title`} className="text-2xl">
          {TABLES[kind].title}
        </h2>
        <div className="flex min-w-0 flex-wrap items-center gap-3">
          <TableControls kind={kind} />
          <ExportLinks kind={kind} />
        </div>
      </div>
      <FormStatus tone="success" focused className="mb-4">
        {isDeleted(kind, params) && !bulk ? `The ${TABLES[kind].noun} is deleted.` : null}
      </FormStatus>
      <NeededOnly kind={kind} />
      <BulkStatus result={bulk?.kind === kind ? bulk : undefined} />
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

/** Says which rows a link of "Needs you" has led to; the others are hidden. */
function NeededOnly({ kind }: { kind: TableKind }) {
  const [params] = useSearchParams();
  const query = readTableQuery(kind, params);
  if (!query.needs) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-tint px-4 py-1">
      <p>
        Only what needs you: <strong>{NEEDS[query.needs].label.toLowerCase()}</strong>
      </p>
      <ClearSearch kind={kind} query={query} />
    </div>
  );
}

const FORMAT_NAMES: Record<ExportFormat, string> = { csv: "CSV", xlsx: "Excel" };

/** Downloads what the table shows on all of its pages. */
function ExportLinks({ kind }: { kind: TableKind }) {
  const [params] = useSearchParams();
  const { sort, descending, page } = NEWEST_FIRST;
  const search = `${tableParams(kind, { ...readTableQuery(kind, params), sort, descending, page })}`;
  return EXPORT_FORMATS.map((format) => (
    <a
      key={format}
      href={exportPath(kind, format, search)}
      download
      aria-label={`Export ${FORMAT_NAMES[format]}: ${TABLES[kind].title}${search ? ", as filtered" : ""}`}
      className={buttonClass({ variant: "quiet", size: "sm" })}
    >
      Export {FORMAT_NAMES[format]}
    </a>
  ));
}

interface TableBodyProps extends Pick<TableSectionProps, "kind" | "version"> {
  initial: TableResult;
}

function TableBody({ kind, initial, version }: TableBodyProps) {
  const { query, result, loading, isMissing, reload } = useTable(kind, initial, version);
  const arrived = useArrivals(result);
  const isAdmin = useMay("administer");
  if (isMissing) return <TableFailed kind={kind} />;
  if (loading) return <TableLoading kind={kind} />;
  if (result.status === "failed") return <TableFailed kind={kind} onRetry={reload} />;
  if (result.rows.length === 0) return <TableEmpty kind={kind} query={query} />;
  return (
    <>
      <TableGrid kind={kind} query={query} rows={result.rows} arrived={arrived} />
      {TABLES[kind].hasStatus && isAdmin ? <BulkForm kind={kind} /> : null}
      <Pager kind={kind} query={query} page={result.page} total={result.total} />
    </>
  );
}

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"];

/** "Loading data..." (docs/specification.md, section 4) with placeholder rows. */
function TableLoading({ kind }: { kind: TableKind }) {
  const columns = TABLES[kind].columns;
  return (
    <div className="min-h-64">
      <p role="status" className="px-4 py-3 text-sm font-semibold text-ink-soft">
        Loading data...
      </p>
      <div aria-hidden="true">
        {SKELETON_ROWS.map((row) => (
          <div key={row} className="flex h-12 items-center gap-6 border-t border-line px-4">
            {columns.map(({ key }) => (
              <span key={key} className="h-3 flex-1 animate-pulse rounded-full bg-line" />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The load failure of docs/specification.md, section 8. Without scripts, and without `onRetry`, "Try again" reloads the page. */
function TableFailed({ kind, onRetry }: { kind: TableKind; onRetry?: () => void }) {
  const { pathname, search } = useLocation();
  return (
    <div className="flex min-h-64 flex-col items-center justify-center gap-4 px-4 py-10 text-center">
      <p role="alert" className="font-semibold text-danger">
        Failed to load data.
      </p>
      <Link
        to={pathname + search}
        reloadDocument
        role="button"
        aria-label={`Try again: ${TABLES[kind].title}`}
        onClick={(event) => {
          if (!onRetry) return;
          event.preventDefault();
          onRetry();
        }}
        className={buttonClass({ variant: "secondary", size: "sm" })}
      >
        Try again
      </Link>
    </div>
  );
}

/** Says that there is nothing yet, or that nothing matches, with a link that clears the search. */
function TableEmpty({ kind, query }: { kind: TableKind; query: TableQuery }) {
  const narrowed = isNarrowed(query);
  return (
    <div className="flex min-h-40 flex-col items-center justify-center gap-3 px-4 py-10 text-center text-ink-soft">
      <p role="status">{narrowed ? nothingFound(query) : TABLES[kind].empty}</p>
      {narrowed && !query.needs ? <ClearSearch kind={kind} query={query} /> : null}
    </div>
  );
}

const nothingFound = ({ search, status, payment, needs }: TableQuery): string =>
  search || status || payment || needs ? "Nothing matches this search." : "No suspected spam.";

/** Clears the search and moves the focus to its field, because the link disappears. */
function ClearSearch({ kind, query: { sort, descending } }: { kind: TableKind; query: TableQuery }) {
  const [params] = useSearchParams();
  const cleared = { ...NEWEST_FIRST, sort, descending };
  function focusSearch() {
    const input = document.getElementById(kind)?.querySelector<HTMLInputElement>("input[type=search]");
    if (!input) return;
    input.value = "";
    input.focus();
  }
  return (
    <Link
      to={DASHBOARD + withTableQuery(params, kind, cleared)}
      preventScrollReset
      onClick={focusSearch}
      aria-label={`Show all: ${TABLES[kind].title}`}
      className={buttonClass({ variant: "secondary", size: "sm" })}
    >
      Show all
    </Link>
  );
}
