import { useEffect, useRef, useState } from "react";
import { askForUploads } from "./kept-uploads.ts";
import { UploadQueue } from "./upload-queue.ts";
import { filesProblem, type UploadRow } from "./uploads-state.ts";

export type Uploads = ReturnType<typeof useUploads>;

/**
 * The files of a draft: `draftId` is their secret, `initial` the files of a reopened draft. Nothing is uploaded while
 * `draftId` is empty.
 */
export function useUploads(draftId: string, initial: readonly UploadRow[]) {
  const [rows, setRows] = useState(initial);
  const queue = useRef<UploadQueue | null>(null);

  useEffect(() => {
    if (!draftId) return;
    const own = new UploadQueue(draftId, initial, setRows);
    queue.current = own;
    if (initial.length > 0) void askForUploads(draftId).then((present) => present && own.compare(present));
    const online = () => own.nudge();
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("online", online);
      own.stop();
    };
  }, [draftId, initial]);

  const remove = (row: UploadRow) => queue.current?.remove(row);
  return {
    rows,
    add: (files: readonly File[]) => queue.current?.add(files),
    retry: (row: UploadRow) => queue.current?.retry(row.id),
    remove,
    /** Cancels and removes all files, on the server too. */
    removeAll: () => rows.forEach(remove),
    problem: filesProblem(rows),
  };
}
