import { useFetcher, useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useRef, startTransition, useState } from "react";
import { type TableResult, type TableKind, isTableKind, TABLE_KINDS } from "../model/tables.ts";
import { reloadPage, useCodeMissing } from "../ui/missing-code.ts";
import { readTableQuery, tableParams, type TableQuery } from "./table-query.ts";

const keyOf = (kind: TableKind): string => `admin-${kind}`;

interface TableState {
  query: TableQuery;
  result: TableResult;
  /** The rows shown are not those that the URL asks for, or a failed request is being retried. */
  loading: boolean;
  /** Nothing more can be loaded: the code for it did not come. */
  isMissing: boolean;
  reload: () => void;
}

/** Returns what a table has loaded last; first what the page was rendered with. */
export function useNewest(kind: TableKind, initial: TableResult): TableResult {
  return useFetcher<TableResult>({ key: keyOf(kind) }).data ?? initial;
}

/**
 * Returns the state of a table: first the result that the page was rendered with, then that of the latest request. Each table
 * makes its own requests, so that a search in one does not reload the others. It loads again when `version` increases.
 */
export function useTable(kind: TableKind, initial: TableResult, version: number): TableState {
  const [params] = useSearchParams();
  const query = readTableQuery(kind, params);
  const asked = tableParams(kind, query).toString();
  const { load, state, data } = useFetcher<TableResult>({ key: keyOf(kind) });
  const result = data ?? initial;
  const wanted = `${version} ${asked}`;
  const known = useRef(`${version} ${result.asked}`);
  const reload = useCallback(() => load(`/admin/tables/${kind}?${asked}`), [load, kind, asked]);
  useEffect(() => {
    if (known.current === wanted) return;
    known.current = wanted;
    reload();
  }, [wanted, reload]);
  const retrying = result.status === "failed" && state !== "idle";
  const isMissing = useCodeMissing(state !== "idle");
  return { query, result, loading: result.asked !== asked || retrying, isMissing, reload };
}

/** The number of change events of each table. */
export type Versions = Readonly<Record<TableKind, number>>;

const NONE: Versions = { questionnaires: 0, contracts: 0, messages: 0, subscribers: 0 };

/** How long changes are collected before the tables load again, in ms. */
const BATCH_MS = 250;
const RETRY_DELAY_MS = 10_000;

/** Subscribes to the server's change events. Returns a version per table that increases with each change. */
export function useLive(): Versions {
  const [versions, setVersions] = useState(NONE);
  useEffect(() => {
    const changed = new Set<TableKind>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource;

    const publish = () => {
      const kinds = [...changed];
      changed.clear();
      timer = undefined;
      // A transition, so that React does not discard the HTML of a table that is not hydrated yet.
      startTransition(() =>
        setVersions((before) => ({
          ...before,
          ...Object.fromEntries(kinds.map((kind) => [kind, before[kind] + 1])),
        })),
      );
    };
    const onChange = ({ data }: MessageEvent<string>) => {
      for (const kind of isTableKind(data) ? [data] : TABLE_KINDS) changed.add(kind);
      timer ??= setTimeout(publish, BATCH_MS);
    };
    const connect = () => {
      source = new EventSource("/admin/events");
      source.addEventListener("change", onChange);
      // The page's guard redirects.
      source.addEventListener("signed-out", reloadPage);
      source.addEventListener("error", () => {
        if (source.readyState === EventSource.CLOSED) again = setTimeout(connect, RETRY_DELAY_MS);
      });
    };

    connect();
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      source.close();
    };
  }, []);
  return versions;
}

interface Seen {
  result: TableResult;
  ids: ReadonlySet<string>;
  arrived: ReadonlySet<string>;
}

const idsOf = (result: TableResult) =>
  new Set(result.status === "loaded" ? result.rows.map(({ _id }) => _id) : []);

/** Compares a result with the previous one: new rows of the same part of a table have arrived. */
function compare(before: Seen, result: TableResult): Seen {
  const ids = idsOf(result);
  const same = before.result.status === "loaded" && before.result.asked === result.asked;
  const arrived = same ? [...ids].filter((id) => before.arrived.has(id) || !before.ids.has(id)) : [];
  return { result, ids, arrived: new Set(arrived) };
}

/** Returns the ids of the rows that arrived since the same part of the table was first shown. */
export function useArrivals(result: TableResult): ReadonlySet<string> {
  const [seen, setSeen] = useState<Seen>({ result, ids: idsOf(result), arrived: new Set() });
  if (seen.result === result) return seen.arrived;
  const next = compare(seen, result);
  setSeen(next);
  return next.arrived;
}
