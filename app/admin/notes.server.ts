import { isHttpError } from "@sanity/client";
import {
  type ContentStore,
  isDocumentId,
  readDocument,
  storeError,
} from "../platform/content-store.server.ts";
import { MAX_NOTES, type StatusResult } from "./review.ts";
import { type TableKind, TABLES } from "./tables.ts";

interface NotesRequest {
  kind: TableKind;
  id: string;
  /** The revision that the admin was shown. */
  rev: string;
  notes: string;
}

/** Parses posted notes. Returns null when they or the revision are missing, or they are too long. */
export function readNotesForm(form: FormData): { notes: string; rev: string } | null {
  const [typed, rev] = [form.get("notes"), form.get("rev")];
  if (typeof typed !== "string" || typeof rev !== "string" || rev === "") return null;
  // Browsers send line breaks as CRLF.
  const notes = typed.replaceAll("\r\n", "\n").trim();
  return notes.length <= MAX_NOTES ? { notes, rev } : null;
}

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
