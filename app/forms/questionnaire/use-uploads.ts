import { useEffect, useReducer, useRef } from "react";
import { askForUploads, compareUploads } from "./kept-uploads.ts";
import { UploadQueue } from "./upload-queue.ts";
import { uploadsReducer } from "./uploads-state.ts";
import type { UploadRow } from "./uploads-state.ts";

export interface Uploads {
  rows: readonly UploadRow[];
  add: (files: readonly File[]) => void;
  retry: (row: UploadRow) => void;
  remove: (row: UploadRow) => void;
  /** Cancels and removes all files, on the server too. */
  removeAll: () => void;
  /** Whether files are neither completed nor failed. */
  pending: boolean;
}

/**
 * The files of a draft: `draftId` is their secret, `initial` the files of a reopened draft. Nothing is uploaded while
 * `draftId` is empty.
 */
export function useUploads(draftId: string, initial: readonly UploadRow[]): Uploads {
  const [rows, change] = useReducer(uploadsReducer, initial);
  const queue = useRef<UploadQueue | null>(null);

  useEffect(() => {
    if (!draftId) return;
    const own = new UploadQueue(draftId, change);
    queue.current = own;
    const online = () => own.nudge();
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("online", online);
      own.stop();
    };
  }, [draftId]);

  // The server may have deleted files of a reopened draft.
  useEffect(() => {
    if (!draftId || initial.length === 0) return;
    let stale = false;
    void askForUploads(draftId).then((present) => {
      if (stale || !present) return;
      const { gone, whole } = compareUploads(initial, present);
      for (const { id, message } of gone) change({ type: "failed", id, message });
      for (const id of whole) change({ type: "done", id });
    });
    return () => {
      stale = true;
    };
  }, [draftId, initial]);

  const remove = (row: UploadRow) => queue.current?.remove(row);
  return {
    rows,
    add: (files) => queue.current?.add(files, rows),
    retry: (row) => queue.current?.retry(row.id),
    remove,
    removeAll: () => rows.forEach(remove),
    pending: rows.some(({ state }) => state !== "done"),
  };
}
