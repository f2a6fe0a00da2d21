import type { FileStorage } from "./file-storage.server.ts";
import { isUploadId } from "./upload-id.ts";

/** What a browser asks when it opens a draft again: which of its files are still here. */
export interface ListedUpload {
  id: string;
  /** False while bytes are missing. */
  whole: boolean;
}

/** The uploads of a draft that no submission is sure to have. The draft's id is a secret, and all that one needs. */
export function listUploads(storage: FileStorage, draft: string | null): ListedUpload[] {
  if (!isUploadId(draft)) return [];
  return storage
    .ofDraft(draft)
    .filter(({ stored }) => !stored?.claim?.confirmed)
    .map(({ id, stored }) => ({ id, whole: stored !== null }));
}
