import { useFetcher, useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useRef, startTransition, useState } from "react";
import { readTableQuery, tableParams, type TableQuery } from "./table-query.ts";
import { type TableResult, type TableKind, isTableKind, TABLE_KINDS } from "./tables.ts";

interface TableState {
  query: TableQuery;
  result: TableResult;
  /** What is shown is not what the address asks for, or a failed table is being tried again. */
  loading: boolean;
  /** Reads the table again as it is. */
  reload: () => void;
}

/**
 * What a table shows: first what the page was opened with, from then on what was asked for since. Each table asks for itself,
 * so a search in one leaves the others alone. It is read again when `version` goes up.
 */
export function useTable(kind: TableKind, initial: TableResult, version: number): TableState {
  const [params] = useSearchParams();
  const query = readTableQuery(kind, params);
  const asked = tableParams(kind, query).toString();
  const { load, state, data } = useFetcher<TableResult>({ key: `admin-${kind}` });
  const result = data ?? initial;
  const wanted = useRef(result.asked);
  const reload = useCallback(() => load(`/admin/tables/${kind}?${asked}`), [load, kind, asked]);
  useEffect(() => {
    if (wanted.current === asked) return;
    wanted.current = asked;
    reload();
  }, [asked, reload]);
  const known = useRef(version);
  useEffect(() => {
    if (known.current === version) return;
    known.current = version;
    reload();
  }, [version, reload]);
  const retrying = result.status === "failed" && state !== "idle";
  return { query, result, loading: result.asked !== asked || retrying, reload };
}

/** How often each table was told that it has changed. */
export type Versions = Readonly<Record<TableKind, number>>;

const NONE: Versions = { questionnaires: 0, contracts: 0, messages: 0, subscribers: 0 };

/** Changes that come together are read together, in milliseconds. */
const TOGETHER = 250;
/** Milliseconds until a stream that was refused is asked for again. */
const AGAIN = 10_000;

/** Hears from the server which tables have changed while the dashboard is open. */
export function useLive(): Versions {
  const [versions, setVersions] = useState(NONE);
  useEffect(() => {
    const changed = new Set<TableKind>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource;

    const tell = () => {
      const kinds = [...changed];
      changed.clear();
      timer = undefined;
      // A table that React has not taken over yet is not thrown away for it.
      startTransition(() =>
        setVersions((before) => ({
          ...before,
          ...Object.fromEntries(kinds.map((kind) => [kind, before[kind] + 1])),
        })),
      );
    };
    const hear = ({ data }: MessageEvent<string>) => {
      for (const kind of isTableKind(data) ? [data] : TABLE_KINDS) changed.add(kind);
      timer ??= setTimeout(tell, TOGETHER);
    };
    const listen = () => {
      source = new EventSource("/admin/events");
      source.addEventListener("change", hear);
      // The guard decides what somebody sees who is signed out.
      source.addEventListener("signed-out", () => window.location.reload());
      source.addEventListener("error", () => {
        if (source.readyState === EventSource.CLOSED) again = setTimeout(listen, AGAIN);
      });
    };

    listen();
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

/** The same part of a table, read again: what it did not have before has arrived. */
function look(before: Seen, result: TableResult): Seen {
  const ids = idsOf(result);
  const same = before.result.status === "loaded" && before.result.asked === result.asked;
  const arrived = same ? [...ids].filter((id) => before.arrived.has(id) || !before.ids.has(id)) : [];
  return { result, ids, arrived: new Set(arrived) };
}

/** Ids of the rows that came since the same part of the table was first shown. */
export function useArrivals(result: TableResult): ReadonlySet<string> {
  const [seen, setSeen] = useState<Seen>({ result, ids: idsOf(result), arrived: new Set() });
  if (seen.result === result) return seen.arrived;
  const next = look(seen, result);
  setSeen(next);
  return next.arrived;
}
