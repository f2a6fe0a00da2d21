import type { FileStorage } from "../files/file-storage.server.ts";
import { storedFileId, uploadIdsIn } from "../model/stored-file.ts";
import {
  documentId,
  requireAcknowledged,
  throwStoreError,
  unlessChanged,
  type ContentStore,
} from "../platform/content-store.server.ts";

interface Deletion {
  id: string;
  rev: string;
  /** URLs of its files. */
  files: readonly string[];
  /** A document that records the deletion, created in the same transaction. */
  record?: { _id: string; _type: string };
}

/** Other questionnaires with the same files: one that was changed and sent again after its response was lost. */
const SHARING = `*[_type == "clientQuestionnaire" && _id != $id && count(additionalInfo.attachments[url in $urls]) > 0]
  {_id, "urls": additionalInfo.attachments[].url}`;

/** Returns the uploads that another submission lists, each with the id of that one. */
async function findShared(
  { readClient }: Pick<ContentStore, "readClient">,
  id: string,
  urls: readonly string[],
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map();
  const others = await readClient
    .fetch<{ _id: string; urls: string[] }[]>(SHARING, { id, urls })
    .catch(throwStoreError);
  return new Map(
    others.flatMap((other) => other.urls.flatMap(uploadIdsIn).map((upload) => [upload, other._id])),
  );
}

/**
 * Deletes a submission with its files and their documents unless it was changed in the meantime, for example reopened. Files that
 * another submission lists stay and become that one's. Returns the ids of the deleted uploads, or null when nothing was deleted.
 * Throws an AppError when the store does not respond.
 */
export async function deleteUnchanged(
  { files, ...store }: ContentStore & { files: FileStorage },
  { id, rev, files: urls, record }: Deletion,
): Promise<string[] | null> {
  const shared = await findShared(store, id, urls);
  const listed = urls.flatMap(uploadIdsIn);
  const uploads = listed.filter((upload) => !shared.has(upload));
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
    // By a query, because the document may not be written yet.
    ...listed.flatMap((upload) => {
      const subject = shared.get(upload);
      const params = { file: storedFileId(upload) };
      return subject ? { patch: { query: "*[_id == $file]", params, set: { subject } } } : [];
    }),
    ...(record ? [{ create: record }] : []),
  ];
  const done = await unlessChanged(
    // The next deletion must not take this submission for one that still lists its files.
    store.writeClient.mutate(mutations, { visibility: "sync", returnDocuments: false }),
  );
  if (done === null) return null;
  requireAcknowledged(done, id);
  for (const upload of uploads) await files.remove(upload);
  return uploads;
}
