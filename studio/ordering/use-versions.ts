import { useMemo } from "react";
import { useObservable } from "react-rx";
import type { Observable } from "rxjs";
import { useDocumentStore } from "sanity";
import { API_VERSION } from "../model/api.ts";

export interface OrderedDocument {
  _id: string;
  _type: string;
  order?: number | null;
}

/** Returns all stored versions of a type, drafts and published, live; undefined until they are loaded. */
export function useVersions(type: string): OrderedDocument[] | undefined {
  const store = useDocumentStore();
  const versions: Observable<OrderedDocument[]> = useMemo(
    () =>
      store.listenQuery(
        "*[_type == $type]",
        { type },
        { apiVersion: API_VERSION, perspective: "raw", throttleTime: 200 },
      ),
    [store, type],
  );
  return useObservable(versions, undefined);
}
