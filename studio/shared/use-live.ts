import { useMemo } from "react";
import { useObservable } from "react-rx";
import type { Observable } from "rxjs";
import { useDocumentStore } from "sanity";
import { API_VERSION } from "../model/api.ts";

interface LiveQuery {
  /** GROQ. `listen`: what has to change to read it again, where that is more than the documents of the query. */
  query: string | { fetch: string; listen: string };
  params?: Record<string, string | string[]>;
  perspective?: "raw" | "published";
  /** How often it is read again at most, in ms. */
  throttleTime?: number;
}

/** Returns the result of a query, live; undefined until it is loaded. */
export function useLive<Result>(asked: LiveQuery): Result | undefined {
  const store = useDocumentStore();
  const key = JSON.stringify(asked);
  const results: Observable<Result> = useMemo(() => {
    const { query, params = {}, perspective = "raw", ...options } = JSON.parse(key) as LiveQuery;
    return store.listenQuery(query, params, { apiVersion: API_VERSION, perspective, ...options });
  }, [store, key]);
  return useObservable(results, undefined);
}
