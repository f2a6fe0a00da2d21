import type { Attachment, StoredFile } from "../model/stored-file.ts";
import type { FileStorage } from "./file-storage.server.ts";

interface FilesOfSubmission {
  /** In the order in which the document shall list them. */
  ids: readonly string[];
  draft: string;
  documentId: string;
}

/** Returns a complete file of this draft that no other submission has confirmed, or null. */
async function claimable(
  storage: FileStorage,
  id: string,
  { draft, documentId }: FilesOfSubmission,
): Promise<StoredFile | null> {
  const stored = (await storage.get(id))?.stored;
  if (!stored || stored.draft !== draft) return null;
  return stored.claim?.confirmed && stored.claim.documentId !== documentId ? null : stored;
}

/**
 * Claims files for a submission before its document is written, so that a crash never leaves a document without its
 * files. Returns them as the document lists them, or null when one is missing; then none is claimed.
 */
export async function claimFiles(
  storage: FileStorage,
  submission: FilesOfSubmission,
  urlOf: (id: string) => string,
): Promise<Attachment[] | null> {
  const files = await Promise.all(submission.ids.map((id) => claimable(storage, id, submission)));
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

/** Called with a file and its document before its claim is confirmed, so that no crash leaves a confirmed file without it. */
export type OnConfirm = (file: StoredFile, documentId: string) => Promise<void>;

/**
 * Confirms the claims of a stored document, so that the sweep does not delete its files. Claims of a failed submission need
 * no release: nobody knows whether the store has it, so the sweep looks and deletes them if not.
 */
export async function confirmFiles(
  storage: FileStorage,
  ids: readonly string[],
  documentId: string,
  onConfirm: OnConfirm = async () => {},
): Promise<void> {
  for (const id of ids) {
    const file = (await storage.get(id))?.stored;
    if (file?.claim?.documentId !== documentId || file.claim.confirmed) continue;
    await onConfirm(file, documentId);
    await storage.setClaim(file, { ...file.claim, confirmed: true });
  }
}

/**
 * Deletes uploads that no submission claimed within 24 hours (docs/decisions.md, "Questionnaire"), stalled uploads, and what
 * crashes left behind. A file whose claim is unconfirmed is deleted unless a document lists it: `findDocument` returns the id
 * of that one, or null. When it throws because the store does not answer, the file waits for the next sweep. Returns the number
 * of deleted files.
 */
export async function sweepUploads(
  storage: FileStorage,
  findDocument: (claimedBy: string, id: string) => Promise<string | null>,
  onConfirm: OnConfirm = async () => {},
): Promise<number> {
  let removed = await storage.removeStalled();
  for (const stored of await storage.expired()) {
    const { id } = stored;
    if (stored.claim) {
      const documentId = await findDocument(stored.claim.documentId, id).catch(() => undefined);
      if (documentId === undefined) continue;
      if (documentId !== null) {
        await onConfirm(stored, documentId);
        await storage.setClaim(stored, { ...stored.claim, confirmed: true });
        continue;
      }
    }
    await storage.remove(id);
    removed += 1;
  }
  return removed + (await storage.removeStrays());
}
