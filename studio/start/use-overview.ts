import { useMemo } from "react";
import { useObservable } from "react-rx";
import { map } from "rxjs";
import { useDocumentStore } from "sanity";
import { API_VERSION } from "../model/api.ts";
import { contentTypes, inboxes } from "../model/kinds.ts";
import { UNREAD } from "../model/unread.ts";
import { recentDocuments, type Recent } from "../model/recent.ts";

const SHOWN = 8;

// A draft and its published version are two rows of one document.
const FETCH = `{
  "waiting": ${UNREAD},
  "edited": *[_type in $content] | order(_updatedAt desc)[0...${SHOWN * 2}]{ _id, _type, _updatedAt }
}`;

interface Answer {
  waiting: Record<string, number>;
  edited: { _id: string; _type: string; _updatedAt: string }[];
}

export interface Overview {
  /** Number of new submissions by type. */
  waiting: Record<string, number>;
  recent: Recent[];
}

/** Returns the data of the start page, live; undefined until it is loaded. */
export function useOverview(): Overview | undefined {
  const store = useDocumentStore();
  const overview = useMemo(
    () =>
      store
        .listenQuery(
          { fetch: FETCH, listen: "*[_type in $types]" },
          { content: contentTypes, types: [...contentTypes, ...inboxes.map(({ type }) => type)] },
          { apiVersion: API_VERSION, perspective: "raw", throttleTime: 500 },
        )
        .pipe(map(({ waiting, edited }: Answer) => ({ waiting, recent: recentDocuments(edited, SHOWN) }))),
    [store],
  );
  return useObservable(overview, undefined);
}
