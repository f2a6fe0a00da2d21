import { isHttpError } from "@sanity/client";
import { z } from "zod";
import {
  type ContentStore,
  isDocumentId,
  readDocument,
  storeError,
} from "../platform/content-store.server.ts";
import { formatNumber } from "../model/format.ts";
import { manyLines } from "../model/typed-text.ts";
import { MAX_NOTES, type StatusResult } from "./review.ts";
import { type TableKind, TABLES } from "../model/tables.ts";

interface NotesRequest {
  kind: TableKind;
  id: string;
  rev: string;
  notes: string;
}

export const notesSchema = z.object({
  rev: z.string().min(1),
  notes: z
    .string()
    .default("")
    .overwrite(manyLines)
    .refine(
      (notes) => notes.length <= MAX_NOTES,
      `Please use at most ${formatNumber(MAX_NOTES, 0)} characters`,
    ),
});

/**
 * Writes the notes of a submission, the same that the Studio shows, unless it was changed since the admin saw it. Throws an
 * AppError when the store does not respond.
 */
export async function changeNotes(
  { readClient, writeClient }: ContentStore,
  { kind, id, rev, notes }: NotesRequest,
): Promise<StatusResult> {
  if (!TABLES[kind].hasStatus) return "invalid";
  if (!isDocumentId(id)) return "missing";
  const current = await readDocument<{ adminNotes?: string }>(readClient, id);
  if (!current || !TABLES[kind].types.includes(current._type)) return "missing";
  if (current._rev !== rev) return "conflict";
  if ((current.adminNotes ?? "") === notes) return "changed";
  try {
    await writeClient
      .patch(id, notes === "" ? { unset: ["adminNotes"] } : { set: { adminNotes: notes } })
      .ifRevisionId(rev)
      .commit();
    return "changed";
  } catch (cause) {
    if (isHttpError(cause) && cause.statusCode === 409) return "conflict";
    throw storeError(cause);
  }
}
