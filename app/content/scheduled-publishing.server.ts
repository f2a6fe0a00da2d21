import { isHttpError, type HttpError } from "@sanity/client";
import type { Logger } from "pino";
import { z } from "zod";
import {
  documentId,
  historyUrl,
  isDocumentId,
  storeError,
  throwStoreError,
} from "../platform/content-store.server.ts";
import { ADMIN_TYPES } from "../model/admin-types.ts";
import { mayRole, type Role } from "../model/roles.ts";
import type { ContentClients } from "./client.server.ts";

/** Documents published per run; the rest follows with the next one. */
const BATCH = 50;
/** Pause after the first failure. Doubles with each further one. */
const FIRST_PAUSE_MS = 20_000;
const MAX_PAUSE_MS = 600_000;

/** The author of what the write token writes: the site itself and its tools. */
const WRITE_TOKEN = "robot-write";

/**
 * Schedules that are due, the earliest first. Only drafts count: the site writes published documents, so they have no author of their
 * own. A document that was published after it was scheduled is not published again: nobody scheduled its newer draft.
 */
const DUE = `*[_id in path("drafts.*") && _type == "publishSchedule"
    && publishAt <= $now && coalesce(retryAt, "") <= $now
    && !(isDropped == true && defined(*[_id == "drafts." + ^.publishedId][0]._id))]
  | order(publishAt) [0...${BATCH}] {
  _id, _rev, publishAt, publishedId, problem, scheduledBy,
  "scheduledAt": coalesce(scheduledAt, _updatedAt),
  "failures": coalesce(failures, 0),
  "draftRev": *[_id == "drafts." + ^.publishedId][0]._rev,
  "types": *[_id in [^.publishedId, "drafts." + ^.publishedId]]._type,
  "isSuperseded": coalesce(*[_id == ^.publishedId][0]._updatedAt > coalesce(scheduledAt, _updatedAt), false)
}`;

interface Due {
  _id: string;
  _rev: string;
  publishAt: string;
  publishedId: string | null;
  problem: string | null;
  /** Set by the site, when it writes to the schedule. */
  scheduledBy: string | null;
  scheduledAt: string;
  failures: number;
  draftRev: string | null;
  types: string[];
  isSuperseded: boolean;
}

interface PublishingDeps {
  clients: Pick<ContentClients, "readClient" | "writeClient">;
  /** Returns the present role of an author, or null. */
  roleOf: (author: string) => Promise<Role | null>;
  log: Pick<Logger, "info" | "warn">;
}

type Authored = Due & { scheduledBy: string };

/** What an error of the store says of each mutation. */
const detailsSchema = z.object({
  items: z.array(z.object({ error: z.object({ type: z.string(), referenceID: z.string().optional() }) })),
});

/** The draft was edited, published or discarded a moment ago. The next run sees how it is then. */
const OVERTAKEN = new Set(["documentRevisionIDDoesNotMatchError", "documentNotFoundError"]);

const lineSchema = z.object({ id: z.string(), author: z.string() });

/**
 * Returns the author of a schedule: that of its last change in the history, because editors can write every field. After a change by
 * the site it is the author that the site has noted. Null if the schedule was changed since it was read.
 */
async function authorOf(
  { clients }: PublishingDeps,
  { _id, _rev, scheduledBy }: Due,
): Promise<string | null> {
  const { readClient } = clients;
  const lines = await readClient
    .request<unknown>({
      url: historyUrl(readClient, _id),
      query: { excludeContent: "true", reverse: "true", limit: "1" },
    })
    .catch(throwStoreError);
  const { id, author } = lineSchema.parse(JSON.parse(String(lines)));
  if (id !== _rev) return null;
  return author === WRITE_TOKEN ? (scheduledBy ?? author) : author;
}

const REVOKED = "Whoever scheduled it may no longer publish. Schedule it again, or cancel the schedule.";

/** Whoever schedules may be an editor, and does not get more rights by it. */
const isForEditors = (types: readonly string[]): boolean =>
  !types.some((type) => (ADMIN_TYPES as readonly string[]).includes(type));

/** An id with a dot is private: whoever schedules may be an editor, who does not see those. */
const isPublicId = (id: unknown): id is string => isDocumentId(id) && !id.includes(".");

/** Returns the name of a document that editors see, published or not. */
async function nameOf({ clients }: PublishingDeps, id: string): Promise<string> {
  if (!isPublicId(id)) return "a document";
  const name = await clients.readClient.fetch<unknown>(
    `*[_id in [$id, "drafts." + $id]][0]{ "name": coalesce(title, name, label) }.name`,
    { id },
    { perspective: "raw" },
  );
  return typeof name === "string" ? `“${name}”` : "a document";
}

/** Returns in an editor's words why a draft could not be published, or null if that is to be tried again at once. */
async function problemOf(deps: PublishingDeps, error: HttpError): Promise<string | null> {
  const { data } = detailsSchema.safeParse((error as { details?: unknown }).details);
  const { type, referenceID } = data?.items[0]?.error ?? {};
  if (type && OVERTAKEN.has(type)) return null;
  return referenceID === undefined
    ? `The content store refused it: ${error.message}`
    : `It refers to ${await nameOf(deps, referenceID)}, which is not published. Publish that first.`;
}

/** Publishes the draft. Returns whether it did; otherwise it is tried again, after a pause unless the draft was just changed. */
async function publish(
  deps: PublishingDeps,
  schedule: Authored,
  publishedId: string,
  draftRev: string,
  now: Date,
): Promise<boolean> {
  const { clients, log } = deps;
  try {
    await clients.writeClient.action({
      actionType: "sanity.action.document.publish",
      publishedId,
      draftId: `drafts.${publishedId}`,
      ifDraftRevisionId: draftRev,
    });
    log.info({ publishedId }, "content: published as scheduled");
    return true;
  } catch (error) {
    if (!isHttpError(error) || error.statusCode >= 500) throw storeError(error);
    const problem = await problemOf(deps, error);
    if (problem !== null) {
      if (problem !== schedule.problem)
        log.warn({ publishedId, problem }, "content: not published as scheduled, tried again");
      await postpone(deps, schedule, problem, now);
    }
    return false;
  }
}

/** Does a write that names the revision of a schedule, unless that was changed or deleted in the meantime. */
async function unlessOvertaken(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(isHttpError(error) && [404, 409].includes(error.statusCode))) throw storeError(error);
  });
}

function note({ clients }: PublishingDeps, { _id, _rev }: Due, fields: object): Promise<void> {
  return unlessOvertaken(clients.writeClient.patch(documentId(_id)).ifRevisionId(_rev).set(fields).commit());
}

/** Notes in a schedule why its draft could not be published and when it is tried again. */
function postpone(deps: PublishingDeps, schedule: Authored, problem: string, now: Date): Promise<void> {
  const { scheduledBy, scheduledAt, failures } = schedule;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
  const retryAt = new Date(now.getTime() + pauseMs).toISOString();
  return note(deps, schedule, { problem, scheduledBy, scheduledAt, failures: failures + 1, retryAt });
}

/** Keeps a schedule for the Studio to show, and publishes nothing by it. */
async function drop(deps: PublishingDeps, schedule: Authored): Promise<void> {
  const { publishedId, scheduledBy } = schedule;
  deps.log.warn({ publishedId, scheduledBy }, "content: not published as scheduled, without a right");
  await note(deps, schedule, { problem: REVOKED, scheduledBy, isDropped: true });
}

function remove({ clients }: PublishingDeps, { _id, _rev, publishAt }: Due): Promise<void> {
  const guard = { id: documentId(_id), ifRevisionID: _rev, set: { publishAt } };
  return unlessOvertaken(
    clients.writeClient.mutate([{ patch: guard }, { delete: { id: _id } }], { visibility: "async" }),
  );
}

/**
 * Publishes the drafts whose scheduled time has come, also while the site was down, if their authors may still publish.
 * Safe beside another process: each draft is published by its revision, and a schedule that is left over by a crash finds its
 * document published. One that cannot be published is tried again after pauses that double up to ten minutes; its schedule says why.
 * Returns the number of published documents. Throws an AppError when the store does not respond.
 */
export async function publishScheduled(deps: PublishingDeps, now: Date): Promise<number> {
  const due = await deps.clients.readClient.fetch<Due[]>(
    DUE,
    { now: now.toISOString() },
    { perspective: "raw" },
  );
  let published = 0;
  for (const schedule of due) {
    const { publishedId, draftRev, isSuperseded, types } = schedule;
    if (isPublicId(publishedId) && isForEditors(types) && draftRev && !isSuperseded) {
      const scheduledBy = await authorOf(deps, schedule);
      if (scheduledBy === null) continue;
      const authored = { ...schedule, scheduledBy };
      if (scheduledBy !== WRITE_TOKEN && !mayRole(await deps.roleOf(scheduledBy), "edit-content")) {
        await drop(deps, authored);
        continue;
      }
      if (!(await publish(deps, authored, publishedId, draftRev, now))) continue;
      published += 1;
    }
    await remove(deps, schedule);
  }
  return published;
}
