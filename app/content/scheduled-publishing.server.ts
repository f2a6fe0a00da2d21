import { isHttpError } from "@sanity/client";
import type { Logger } from "pino";
import { documentId, isDocumentId, storeError } from "../platform/content-store.server.ts";
import type { ContentClients } from "./client.server.ts";

/** Documents published per run; the rest follows with the next one. */
const BATCH = 50;

/**
 * Schedules that are due, the earliest first. A document that was published after it was scheduled is not published again: its
 * draft, if there is one, is a newer one that nobody scheduled.
 */
const DUE = `*[_type == "publishSchedule" && publishAt <= $now] | order(publishAt) [0...${BATCH}] {
  _id, _rev, publishAt, publishedId,
  "draftRev": *[_id == "drafts." + ^.publishedId][0]._rev,
  "isSuperseded": coalesce(*[_id == ^.publishedId][0]._updatedAt > _updatedAt, false)
}`;

interface Due {
  _id: string;
  _rev: string;
  publishAt: string;
  publishedId: string | null;
  draftRev: string | null;
  isSuperseded: boolean;
}

interface PublishingDeps {
  clients: Pick<ContentClients, "readClient" | "writeClient">;
  log: Pick<Logger, "info" | "warn">;
}

/** An id with a dot is private: whoever schedules may be an editor, who does not see those. */
const isPublicId = (id: unknown): id is string => isDocumentId(id) && !id.includes(".");

const isConflict = (error: unknown): boolean => isHttpError(error) && [404, 409].includes(error.statusCode);

/** Publishes the draft. Returns false when it was changed in the meantime or names an unpublished document: it is tried again. */
async function publish({ clients, log }: PublishingDeps, publishedId: string, draftRev: string) {
  const draftId = `drafts.${publishedId}`;
  try {
    await clients.writeClient.action({
      actionType: "sanity.action.document.publish",
      publishedId,
      draftId,
      ifDraftRevisionId: draftRev,
    });
    log.info({ publishedId }, "content: published as scheduled");
    return true;
  } catch (error) {
    if (!isConflict(error)) throw storeError(error);
    log.warn({ publishedId, err: error }, "content: not published as scheduled, tried again");
    return false;
  }
}

/** Deletes a schedule unless it was changed in the meantime. */
async function remove({ clients }: PublishingDeps, { _id, _rev, publishAt }: Due): Promise<void> {
  const guard = { id: documentId(_id), ifRevisionID: _rev, set: { publishAt } };
  try {
    await clients.writeClient.mutate([{ patch: guard }, { delete: { id: _id } }], { visibility: "async" });
  } catch (error) {
    if (!isConflict(error)) throw storeError(error);
  }
}

/**
 * Publishes the drafts whose scheduled time has come, also while the site was down. Safe beside another process: each draft is
 * published by its revision, and a schedule that is left over by a crash finds its document published. Returns the number of
 * published documents. Throws an AppError when the store does not respond.
 */
export async function publishScheduled(deps: PublishingDeps, now: Date): Promise<number> {
  const due = await deps.clients.readClient.fetch<Due[]>(
    DUE,
    { now: now.toISOString() },
    { perspective: "raw" },
  );
  let published = 0;
  for (const schedule of due) {
    const { publishedId, draftRev, isSuperseded } = schedule;
    if (isPublicId(publishedId) && draftRev && !isSuperseded) {
      if (!(await publish(deps, publishedId, draftRev))) continue;
      published += 1;
    }
    await remove(deps, schedule);
  }
  return published;
}
