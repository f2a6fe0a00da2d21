import { useMemo } from "react";
import { useObservable } from "react-rx";
import { useDocumentStore } from "sanity";
import { API_VERSION } from "../model/api.ts";
import { scheduleIdOf, type PublishSchedule } from "../model/publish-schedule.ts";

/** Returns the schedule of a document, live; null if there is none, undefined until it is known. */
export function useSchedule(documentId: string): PublishSchedule | null | undefined {
  const store = useDocumentStore();
  const schedule = useMemo(
    () =>
      store.listenQuery(
        "*[_id == $id][0]",
        { id: scheduleIdOf(documentId) },
        { apiVersion: API_VERSION, perspective: "raw" },
      ),
    [store, documentId],
  );
  return useObservable(schedule, undefined) as PublishSchedule | null | undefined;
}
