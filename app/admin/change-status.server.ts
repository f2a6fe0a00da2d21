import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { isHttpError, type PatchOperations } from "@sanity/client";
import type { Logger } from "pino";
import { z } from "zod";
import { statusChange } from "../model/admin-status.ts";
import { formatNumber } from "../model/format.ts";
import { type TableKind, TABLES } from "../model/tables.ts";
import { manyLines } from "../model/typed-text.ts";
import {
  type ContentStore,
  isDocumentId,
  type ReadClient,
  readDocument,
  requireAcknowledged,
  storeError,
  throwStoreError,
} from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";
import { receiveForm, reply, valueOf, type Reply } from "../platform/http/receive-form.server.ts";
import { isReviewStep, MAX_NOTES, NOT_SPAM, type ReviewStep, type StatusResult } from "./review.ts";

const HTTP_STATUS: Record<StatusResult, number> = {
  changed: 200,
  conflict: 409,
  missing: 404,
  failed: 503,
  invalid: 400,
};

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

interface StatusDeps {
  store: ContentStore;
  log: Pick<Logger, "error">;
}

/** The result of a change. `submission` has the notes as they were typed. */
export interface ChangeResult {
  status: StatusResult;
  submission?: SubmissionResult;
}

/**
 * Returns the receiver of the detail pages, which changes the status or the notes. Never throws. Remix does not revalidate after
 * a status of 400 or above, so the admin still sees the submission as it was.
 */
export function createStatusAction({ store, log }: StatusDeps) {
  const rules = {
    names: ["status", "rev", "notes"],
    failed: (): Reply<ChangeResult> => reply({ status: "invalid" }, HTTP_STATUS.invalid),
  };
  return (kind: TableKind, id: string, by: string, request: Request) =>
    receiveForm(request, rules, async ({ form }): Promise<Reply<ChangeResult>> => {
      const typed = form.has("notes") ? parseWithZod(form, { schema: notesSchema }) : null;
      const asked = typed ? valueOf(typed) : readStatusForm(form);
      const change = async (): Promise<StatusResult> =>
        asked ? changeSubmission(store, { kind, id, by, ...asked }) : "invalid";
      const status = await change().catch((error: unknown) => {
        log.error({ err: error, id }, "admin: status or notes not changed");
        return "failed" as const;
      });
      return reply({ status, ...(typed ? { submission: typed.reply() } : {}) }, HTTP_STATUS[status]);
    });
}

type Change = { to: ReviewStep } | { notes: string };

export type ChangeRequest = Change & {
  kind: TableKind;
  id: string;
  /** The revision that the admin was shown. */
  rev: string;
  /** Email of the admin. */
  by: string;
};

/** Parses a posted change. Returns null when the status or revision is missing. */
export function readStatusForm(form: FormData): { to: ReviewStep; rev: string } | null {
  const to = form.get("status");
  const rev = form.get("rev");
  return isReviewStep(to) && typeof rev === "string" && rev !== "" ? { to, rev } : null;
}

interface Current {
  _rev: string;
  adminStatus: string | null;
  adminNotes: string | null;
  suspected: boolean;
}

/** Returns the value that a change replaces, under the history's name; that of the change itself when there is nothing to change. */
function before({ adminStatus, adminNotes, suspected }: Current, change: Change): string {
  if ("notes" in change) return adminNotes ?? "";
  return change.to === NOT_SPAM ? (suspected ? "suspected" : NOT_SPAM) : (adminStatus ?? "new");
}

function patchOf(change: Change): PatchOperations {
  if ("notes" in change)
    return change.notes === "" ? { unset: ["adminNotes"] } : { set: { adminNotes: change.notes } };
  return change.to === NOT_SPAM ? { unset: ["suspected"] } : { set: { adminStatus: change.to } };
}

/** Returns whether the change was stored. A lost response looks like a failure or a conflict. */
async function isWritten(client: ReadClient, changeId: string): Promise<boolean> {
  return (await readDocument(client, changeId).catch(() => null)) !== null;
}

/**
 * Changes the status or the notes of a submission, or marks it as not spam, unless it was changed since the admin saw it. Records
 * who changed a status in the same transaction (`statusChange`). The notes are those of the Studio. Throws an AppError when the
 * store does not respond.
 */
export async function changeSubmission(
  { readClient, writeClient }: ContentStore,
  request: ChangeRequest,
): Promise<StatusResult> {
  const { kind, id, rev, by } = request;
  const isSpamMark = "to" in request && request.to === NOT_SPAM;
  if (!isSpamMark && !TABLES[kind].hasStatus) return "invalid";
  if (!isDocumentId(id)) return "missing";
  const current = await readClient
    .fetch<Current | null | undefined>(
      `*[_id == $id && _type in $types][0]{ _rev, adminStatus, adminNotes, "suspected": defined(suspected) }`,
      { id, types: TABLES[kind].types },
      { perspective: "published" },
    )
    .catch(throwStoreError);
  if (current === undefined) throw new AppError("unavailable", "The content store returned no data.");
  if (!current) return "missing";
  if (current._rev !== rev) return "conflict";
  const from = before(current, request);
  if (from === ("to" in request ? request.to : request.notes)) return "changed";
  const record = "to" in request ? statusChange({ subject: id, from, to: request.to, by }) : null;
  try {
    const transaction = writeClient.transaction().patch(id, { ifRevisionID: rev, ...patchOf(request) });
    if (record) transaction.create(record);
    const done = await transaction.commit();
    requireAcknowledged(done, id);
    return "changed";
  } catch (cause) {
    if (record && (await isWritten(readClient, record._id))) return "changed";
    if (isHttpError(cause) && cause.statusCode === 409) return "conflict";
    throw storeError(cause);
  }
}
