import { Form, Link, useLocation, useNavigate, useNavigationType, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, type FormEvent, type MutableRefObject } from "react";
import { DASHBOARD } from "../model/admin-paths.ts";
import { STATUS_LABELS } from "../model/admin-status.ts";
import { PAYMENT_LABELS } from "../model/contracts/payment-state.ts";
import { formatNumber } from "../model/format.ts";
import { PAGE_SIZE, TABLES, type TableFacts, type TableKind } from "../model/tables.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import {
  MAX_SEARCH,
  otherParams,
  paramName,
  readTableQuery,
  sortParam,
  SUSPECTED_ONLY,
  tableParams,
  withTableQuery,
  type TableQuery,
} from "./table-query.ts";

/** How long after the last keystroke the search starts, in ms. */
const SEARCH_DELAY_MS = 300;

/** Search and filters of a table. With scripts they apply while typing; without, by a button. */
export function TableControls({ kind }: { kind: TableKind }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const query = readTableQuery(kind, params);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useSearchInput(query, pause);
  /** The address that the last search led to. While typing goes on from there, it is replaced: one step back for one search. */
  const typed = useRef<string | undefined>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  function ask(form: HTMLFormElement) {
    clearTimeout(pause.current);
    // Not of the last rendering, because a navigation may be on its way.
    const { search } = window.location;
    const current = new URLSearchParams(search);
    const before = readTableQuery(kind, current);
    const asked = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const wanted = { ...readTableQuery(kind, asked), page: 1 };
    if (`${tableParams(kind, wanted)}` === `${tableParams(kind, { ...before, page: 1 })}`) return;
    const next = withTableQuery(current, kind, wanted);
    const replace = wanted.search !== before.search && typed.current === search;
    typed.current = next;
    void navigate(DASHBOARD + next, { replace, preventScrollReset: true });
  }

  function onChange({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
    clearTimeout(pause.current);
    if (target instanceof HTMLSelectElement) ask(form);
    else pause.current = setTimeout(() => ask(form), SEARCH_DELAY_MS);
  }

  return (
    <Form
      role="search"
      aria-label={TABLES[kind].title}
      action={`${DASHBOARD}#${kind}`}
      className="contents sm:flex sm:flex-wrap sm:items-center sm:gap-3"
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault();
        ask(event.currentTarget);
      }}
    >
      {otherParams(params, kind).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {query.needs ? <input type="hidden" name={paramName(kind, "needs")} value={query.needs} /> : null}
      <input type="hidden" name={paramName(kind, "sort")} value={sortParam(query)} />
      <input
        ref={input}
        type="search"
        name={paramName(kind, "search")}
        defaultValue={query.search}
        maxLength={MAX_SEARCH}
        aria-label={`Search ${TABLES[kind].title.toLowerCase()}`}
        placeholder="Search"
        autoComplete="off"
        className="control admin-control w-full sm:w-44 lg:w-60"
      />
      {FILTERS.filter(({ isFor }) => isFor(TABLES[kind])).map((filter) => (
        <Filter key={filter.name} kind={kind} query={query} {...filter} />
      ))}
      <Button type="submit" variant="secondary" size="sm" className="scripted:hidden">
        Search
      </Button>
    </Form>
  );
}

const FILTERS = [
  {
    name: "status",
    what: "Status",
    all: "All statuses",
    options: STATUS_LABELS,
    isFor: ({ hasStatus }: TableFacts) => hasStatus,
  },
  {
    name: "payment",
    what: "Payment",
    all: "All payments",
    options: PAYMENT_LABELS,
    isFor: ({ hasPayment }: TableFacts) => hasPayment,
  },
  // To review suspected submissions (docs/decisions/0015).
  {
    name: "suspected",
    what: "Senders",
    all: "All senders",
    options: { [SUSPECTED_ONLY]: "Suspected only" },
    isFor: () => true,
  },
] as const;

type FilterProps = (typeof FILTERS)[number] & { kind: TableKind; query: TableQuery };

function Filter({ kind, query, name, what, all, options }: FilterProps) {
  const param = paramName(kind, name);
  const value = tableParams(kind, query).get(param) ?? "";
  return (
    <select
      key={value}
      name={param}
      defaultValue={value}
      aria-label={`${what} of ${TABLES[kind].title.toLowerCase()}`}
      className="control select-control admin-control w-auto max-w-full"
    >
      <option value="">{all}</option>
      {Object.entries(options).map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Keeps the search field equal to the address. What is being typed is left alone, except by Back and Forward. */
function useSearchInput(
  { search }: TableQuery,
  pause: MutableRefObject<ReturnType<typeof setTimeout> | undefined>,
) {
  const ref = useRef<HTMLInputElement>(null);
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";
  useEffect(() => {
    const input = ref.current;
    if (!input || (!isBack && document.activeElement === input)) return;
    if (isBack) clearTimeout(pause.current);
    input.value = search;
  }, [search, key, isBack, pause]);
  return ref;
}

interface PagerProps {
  kind: TableKind;
  query: TableQuery;
  /** The page that is shown; the last one when the URL asks for a later one. */
  page: number;
  total: number;
}

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
        {`${formatNumber(first, 0)}–${formatNumber(last, 0)} of ${formatNumber(total, 0)}`}
      </p>
      {pages > 1 ? (
        <div className="flex items-center gap-2">
          <PageLink kind={kind} query={query} to={page - 1} last={pages} label="Previous" />
          <span className="figures px-1 text-sm text-ink-soft">
            {`Page ${formatNumber(page, 0)} of ${formatNumber(pages, 0)}`}
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
  // A disabled link keeps its place, so that the other one does not move under the pointer.
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
