import {
  documentId,
  requireAcknowledged,
  unlessChanged,
  type WriteClient,
} from "../platform/content-store.server.ts";
import type { FileStorage } from "../files/file-storage.server.ts";
import { storedFileId } from "../model/stored-file.ts";

interface Deletion {
  id: string;
  rev: string;
  /** Ids of its uploads. */
  uploads: readonly string[];
  /** A document that records the deletion, created in the same transaction. */
  record?: { _id: string; _type: string };
}

/**
 * Deletes a submission with its files and their documents unless it was changed in the meantime, for example reopened. Returns
 * whether it was deleted. Throws an AppError when the store does not respond.
 */
export async function deleteUnchanged(
  { writeClient, files }: { writeClient: WriteClient; files: FileStorage },
  { id, rev, uploads, record }: Deletion,
): Promise<boolean> {
  // Unconfirmed, the files are left to the sweep of uploads if this is cut off.
  for (const upload of uploads) {
    const stored = (await files.get(upload))?.stored;
    if (stored?.claim) await files.setClaim(stored, { ...stored.claim, confirmed: false });
  }
  const mutations = [
    // A deletion has no revision check of its own.
    { patch: { id: documentId(id), ifRevisionID: rev, set: { adminStatus: "closed" } } },
    { delete: { id } },
    ...uploads.map((upload) => ({ delete: { id: documentId(storedFileId(upload)) } })),
    ...(record ? [{ create: record }] : []),
  ];
  const done = await unlessChanged(
    writeClient.mutate(mutations, { visibility: "async", returnDocuments: false }),
  );
  if (done === null) return false;
  requireAcknowledged(done, id);
  for (const upload of uploads) await files.remove(upload);
  return true;
}
