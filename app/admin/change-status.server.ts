import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { isHttpError } from "@sanity/client";
import type { Logger } from "pino";
import { type ContentStore, isDocumentId, type ReadClient } from "../platform/content-store.ts";
import { AppError } from "../platform/errors.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import { readDocument } from "../platform/read-document.server.ts";
import { storeError } from "../platform/store-error.server.ts";
import { isReviewStep, NOT_SPAM, type ReviewStep } from "./review.ts";
import { type TableKind, TABLES } from "./tables.ts";

const HTTP_STATUS: Record<Exclude<StatusOutcome, "changed">, number> = {
  conflict: 409,
  missing: 404,
  failed: 503,
  invalid: 400,
};

interface StatusDeps {
  store: ContentStore;
  log: Pick<Logger, "error">;
}

/**
 * The action of every detail: changes its status and shows the page anew, or says why not. Remix reads nothing again after
 * an answer of 400 and above, so the admin goes on seeing what the refused change was about.
 */
export function createStatusAction({ store, log }: StatusDeps) {
  return async (kind: TableKind, id: string, by: string, request: Request) => {
    const form = await readForm(request, ["status", "rev"]).catch(() => null);
    const asked = form && readStatusForm(form);
    const outcome = asked
      ? await changeStatus(store, { kind, id, by, ...asked }).catch((error: unknown) => {
          log.error({ err: error, id }, "admin: status not changed");
          return "failed" as const;
        })
      : "invalid";
    if (outcome !== "changed") return data({ outcome }, { status: HTTP_STATUS[outcome] });
    const { pathname, search } = new URL(request.url);
    return redirect(pathname + search, 303);
  };
}

/**
 * `changed` also when it already was so; `conflict` when somebody else changed the submission since it was read; `invalid`
 * also for the status of what has none.
 */
export type StatusOutcome = "changed" | "conflict" | "missing" | "failed" | "invalid";

export interface StatusRequest {
  kind: TableKind;
  id: string;
  /** The revision that the admin saw. */
  rev: string;
  to: ReviewStep;
  /** E-mail of the admin. */
  by: string;
}

/** Reads a posted change; null when it names no status or no revision. */
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

/** Where a submission stands before a step, in the words of its history; the step's own name when there is nothing to do. */
const before = ({ adminStatus, suspected }: Current, to: ReviewStep): string =>
  to === NOT_SPAM ? (suspected ? "suspected" : NOT_SPAM) : (adminStatus ?? "new");

/** An answer that was lost looks like a failure or a conflict; what was written with the change tells. */
async function isWritten(client: ReadClient, changeId: string): Promise<boolean> {
  return (await readDocument(client, changeId).catch(() => null)) !== null;
}

/**
 * Changes the status of a submission that is as the admin saw it, or takes the suspicion off it, and notes who did it in the
 * same transaction, in a document of its own: the submission's fields stay the specified ones. Its id has a dot, so that
 * visitors cannot read it.
 * Throws an AppError when the store does not answer.
 */
export async function changeStatus(
  { readClient, writeClient }: ContentStore,
  request: StatusRequest,
): Promise<StatusOutcome> {
  const { kind, id, rev, to, by } = request;
  if (to !== NOT_SPAM && !TABLES[kind].hasStatus) return "invalid";
  if (!isDocumentId(id)) return "missing";
  const current = await readClient
    .fetch<Current | null | undefined>(
      `*[_id == $id && _type in $types][0]{ _rev, adminStatus, "suspected": defined(suspected) }`,
      { id, types: TABLES[kind].types },
      { perspective: "published" },
    )
    .catch((cause: unknown) => {
      throw storeError(cause);
    });
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
    // A proxy's page with status 200 is no acknowledgement.
    if (!done?.transactionId) throw new AppError("unavailable", `${id}: the change was not acknowledged.`);
    return "changed";
  } catch (cause) {
    if (await isWritten(readClient, changeId)) return "changed";
    if (isHttpError(cause) && cause.statusCode === 409) return "conflict";
    throw storeError(cause);
  }
}
