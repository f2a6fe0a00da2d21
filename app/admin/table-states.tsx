import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { buttonClass } from "../ui/button.tsx";
import { DASHBOARD } from "./addresses.ts";
import { isNarrowed, NEWEST_FIRST, withTableQuery, type TableQuery } from "./table-query.ts";
import { TABLES, type TableKind } from "./tables.ts";

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"];

/** Specification 4: loading shows "Loading data...", in rows of the size that the data will have. */
export function TableLoading({ kind }: { kind: TableKind }) {
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

/** Specification 8, "Admin load failure". Without scripts the way to try again is to open the page again. */
export function TableFailed({ kind, onRetry }: { kind: TableKind; onRetry: () => void }) {
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

/** Nothing there yet, or nothing that was looked for and the way back to all of it. */
export function TableEmpty({ kind, query }: { kind: TableKind; query: TableQuery }) {
  const narrowed = isNarrowed(query);
  return (
    <div className="flex min-h-40 flex-col items-center justify-center gap-3 px-4 py-10 text-center text-ink-soft">
      <p role="status">{narrowed ? nothingFound(query) : TABLES[kind].empty}</p>
      {narrowed ? <ClearSearch kind={kind} query={query} /> : null}
    </div>
  );
}

const nothingFound = ({ search, status }: TableQuery): string =>
  search || status ? "Nothing matches this search." : "Nothing is suspected.";

/** It goes with what it clears, so the focus stays with the search. */
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
