import { useFetcher, useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { readTableQuery, tableParams, type TableQuery } from "./table-query.ts";
import type { TableResult } from "./table-result.ts";
import type { TableKind } from "./tables.ts";

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
