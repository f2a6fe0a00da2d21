import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { isHttpError } from "@sanity/client";
import type { Logger } from "pino";
import {
  type ContentStore,
  isDocumentId,
  type ReadClient,
  readDocument,
  storeError,
  throwStoreError,
} from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";
import { receiveForm, reply, valueOf, type Reply } from "../platform/http/receive-form.server.ts";
import { changeNotes, notesSchema } from "./notes.server.ts";
import { isReviewStep, NOT_SPAM, type ReviewStep, type StatusResult } from "./review.ts";
import { type TableKind, TABLES } from "../model/tables.ts";

const HTTP_STATUS: Record<StatusResult, number> = {
  changed: 200,
  conflict: 409,
  missing: 404,
  failed: 503,
  invalid: 400,
};

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
      const notes = typed && valueOf(typed);
      const asked = readStatusForm(form);
      const change = async (): Promise<StatusResult> => {
        if (notes) return changeNotes(store, { kind, id, ...notes });
        return asked ? changeStatus(store, { kind, id, by, ...asked }) : "invalid";
      };
      const status = await change().catch((error: unknown) => {
        log.error({ err: error, id }, "admin: status or notes not changed");
        return "failed" as const;
      });
      return reply({ status, ...(typed ? { submission: typed.reply() } : {}) }, HTTP_STATUS[status]);
    });
}

export interface StatusRequest {
  kind: TableKind;
  id: string;
  /** The revision that the admin was shown. */
  rev: string;
  to: ReviewStep;
  /** Email of the admin. */
  by: string;
}

/** Parses a posted change. Returns null when the status or revision is missing. */
export function readStatusForm(form: FormData): { to: ReviewStep; rev: string } | null {
  const to = form.get("status");
  const rev = form.get("rev");
  return isReviewStep(to) && typeof rev === "string" && rev !== "" ? { to, rev } : null;
}

interface Current {
  _rev: string;
  adminStatus: string | null;
  suspected: boolean;
}

/** Returns the history's name for the state before a step; the step itself when there is nothing to change. */
const before = ({ adminStatus, suspected }: Current, to: ReviewStep): string =>
  to === NOT_SPAM ? (suspected ? "suspected" : NOT_SPAM) : (adminStatus ?? "new");

/** Returns whether the change was stored. A lost response looks like a failure or a conflict. */
async function isWritten(client: ReadClient, changeId: string): Promise<boolean> {
  return (await readDocument(client, changeId).catch(() => null)) !== null;
}

/**
 * Changes the status of a submission, or marks it as not spam, unless it was changed since the admin saw it. Records who did it
 * in the same transaction, in a separate document: submissions have the specified fields only. The dot in its id hides it
 * from visitors. Throws an AppError when the store does not respond.
 */
export async function changeStatus(
  { readClient, writeClient }: ContentStore,
  request: StatusRequest,
): Promise<StatusResult> {
  const { kind, id, rev, to, by } = request;
  if (to !== NOT_SPAM && !TABLES[kind].hasStatus) return "invalid";
  if (!isDocumentId(id)) return "missing";
  const current = await readClient
    .fetch<Current | null | undefined>(
      `*[_id == $id && _type in $types][0]{ _rev, adminStatus, "suspected": defined(suspected) }`,
      { id, types: TABLES[kind].types },
      { perspective: "published" },
    )
    .catch(throwStoreError);
  if (current === undefined) throw new AppError("unavailable", "The content store returned no data.");
  if (!current) return "missing";
  if (current._rev !== rev) return "conflict";
  const from = before(current, to);
  if (from === to) return "changed";
  const changeId = `statusChange.${randomUUID()}`;
  const change = {
    _id: changeId,
    _type: "statusChange",
    subject: id,
    from,
    to,
    by,
    at: new Date().toISOString(),
  };
  try {
    const done = await writeClient
      .transaction()
      .patch(id, (patch) => {
        const seen = patch.ifRevisionId(rev);
        return to === NOT_SPAM ? seen.unset(["suspected"]) : seen.set({ adminStatus: to });
      })
      .create(change)
      .commit();
    // A proxy's page with status 200 does not acknowledge anything.
    if (!done?.transactionId) throw new AppError("unavailable", `${id}: the change was not acknowledged.`);
    return "changed";
  } catch (cause) {
    if (await isWritten(readClient, changeId)) return "changed";
    if (isHttpError(cause) && cause.statusCode === 409) return "conflict";
    throw storeError(cause);
  }
}
