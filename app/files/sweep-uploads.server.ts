import type { FileStorage } from "./file-storage.server.ts";

/**
 * Deletes uploads that no submission took within 24 hours (decisions, "Questionnaire"), those under way that have stalled, and what crashes left behind. A
 * file claimed by a submission whose end is unknown is kept or deleted by whether the stored document lists it;
 * `isListed` throws when the store does not answer, and the file waits for the next sweep.
 * Answers how many files were deleted.
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
