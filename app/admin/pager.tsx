import { Link, useSearchParams } from "@remix-run/react";
import { buttonClass } from "../ui/button.tsx";
import { DASHBOARD } from "./addresses.ts";
import { withTableQuery, type TableQuery } from "./table-query.ts";
import { PAGE_SIZE, TABLES, type TableKind } from "./tables.ts";

const count = new Intl.NumberFormat("en-US");

interface PagerProps {
  kind: TableKind;
  query: TableQuery;
  /** The page that is shown; the last one when the address asks for one behind it. */
  page: number;
  total: number;
}

/** Which rows are shown of how many, and the way to the others. */
export function Pager({ kind, query, page, total }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(page * PAGE_SIZE, total);
  return (
    <nav
      aria-label={`Pages of ${TABLES[kind].title.toLowerCase()}`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-2"
    >
      <p role="status" className="figures text-sm text-ink-soft">
        {`${count.format(first)}–${count.format(last)} of ${count.format(total)}`}
      </p>
      {pages > 1 ? (
        <div className="flex items-center gap-2">
          <PageLink kind={kind} query={query} to={page - 1} last={pages} label="Previous" />
          <span className="figures px-1 text-sm text-ink-soft">
            {`Page ${count.format(page)} of ${count.format(pages)}`}
          </span>
          <PageLink kind={kind} query={query} to={page + 1} last={pages} label="Next" />
        </div>
      ) : null}
    </nav>
  );
}

interface PageLinkProps {
  kind: TableKind;
  query: TableQuery;
  to: number;
  last: number;
  label: string;
}

function PageLink({ kind, query, to, last, label }: PageLinkProps) {
  const [params] = useSearchParams();
  const look = buttonClass({ variant: "secondary", size: "sm" });
  // A link without address stays where it is, so the way does not move under the pointer at either end.
  if (to < 1 || to > last)
    return (
      <span role="link" aria-disabled="true" className={look}>
        {label}
      </span>
    );
  return (
    <Link
      to={DASHBOARD + withTableQuery(params, kind, { ...query, page: to })}
      preventScrollReset
      className={look}
    >
      {label}
    </Link>
  );
}
