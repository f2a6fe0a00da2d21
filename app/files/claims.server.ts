import type { FileStorage } from "./file-storage.server.ts";
import type { Attachment, StoredFile } from "./stored-file.ts";

interface FilesOfSubmission {
  /** In the order in which the document shall list them. */
  ids: readonly string[];
  draft: string;
  documentId: string;
}

/** A whole file of this draft that no other submission is sure to have. */
function claimable(
  storage: FileStorage,
  id: string,
  { draft, documentId }: FilesOfSubmission,
): StoredFile | null {
  const stored = storage.get(id)?.stored;
  if (!stored || stored.draft !== draft) return null;
  return stored.claim?.confirmed && stored.claim.documentId !== documentId ? null : stored;
}

/**
 * Gives files to a submission, on disk, before its document is written: whatever crashes afterwards, no document is left
 * without its files. Returns them as the document lists them, or null when one of them is missing; then none is claimed.
 */
export async function claimFiles(
  storage: FileStorage,
  submission: FilesOfSubmission,
  urlOf: (id: string) => string,
): Promise<Attachment[] | null> {
  const files = submission.ids.map((id) => claimable(storage, id, submission));
  if (!files.every((file) => file !== null)) return null;
  const at = new Date().toISOString();
  for (const file of files) {
    if (file.claim?.documentId === submission.documentId) continue;
    await storage.setClaim(file, { documentId: submission.documentId, at, confirmed: false });
  }
  return files.map(({ id, metadata }) => ({
    name: metadata.customMetadata["fileName"] ?? metadata.name,
    url: urlOf(id),
    type: metadata.contentType,
  }));
}

/**
 * The document is stored: its files stay for good. A submission that failed needs no such word, as nobody knows whether the
 * store has it after all: its claims lapse by the sweep, which asks.
 */
export async function confirmFiles(
  storage: FileStorage,
  ids: readonly string[],
  documentId: string,
): Promise<void> {
  for (const id of ids) {
    const file = storage.get(id)?.stored;
    if (file?.claim?.documentId !== documentId || file.claim.confirmed) continue;
    await storage.setClaim(file, { ...file.claim, confirmed: true });
  }
}

/**
 * Deletes uploads that no submission took within 24 hours (docs/decisions.md, "Questionnaire"), those under way that have stalled, and what crashes left behind. A
 * file claimed by a submission whose end is unknown is kept or deleted by whether the stored document lists it;
 * `isListed` throws when the store does not answer, and the file waits for the next sweep.
 * Returns how many files were deleted.
 */
export async function sweepUploads(
  storage: FileStorage,
  isListed: (documentId: string, id: string) => Promise<boolean>,
): Promise<number> {
  let removed = await storage.removeStalled();
  for (const { id, stored } of storage.expired()) {
    if (stored.claim) {
      const known = await isListed(stored.claim.documentId, id).catch(() => null);
      if (known === null) continue;
      if (known) {
        await storage.setClaim(stored, { ...stored.claim, confirmed: true });
        continue;
      }
    }
    await storage.remove(id);
    removed += 1;
  }
  return removed + (await storage.removeStrays());
}
