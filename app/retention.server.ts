import { rm } from "node:fs/promises";
import { join } from "node:path";
import { listOutbox } from "./email/transports.server.ts";
import type { FileStorage } from "./files/file-storage.server.ts";
import { documentId, type ContentStore } from "./platform/content-store.server.ts";
import type { Env } from "./platform/env.server.ts";
import { deleteUnchanged } from "./submissions/delete-submission.server.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Documents deleted per run; the rest follows an hour later. */
const BATCH = 100;

const CLOSED = `*[_type in ["contactSubmission", "clientQuestionnaire"] && adminStatus == "closed" && _updatedAt < $before]
  | order(_updatedAt) [0...${BATCH}] {_id, _rev, "files": coalesce(additionalInfo.attachments[].url, [])}`;

const PAGE_VIEWS = `*[_type == "pageViewDay" && day < $day] | order(day) [0...${BATCH}]._id`;

interface Closed {
  _id: string;
  _rev: string;
  files: string[];
}

export interface OldThings extends ContentStore {
  files: FileStorage;
  /** Folder of the emails that were written as files. */
  outbox: string;
  retain: Env["retain"];
}

async function deleteClosed(things: OldThings, before: string): Promise<number> {
  const { readClient } = things;
  let deleted = 0;
  for (const submission of await readClient.fetch<Closed[]>(CLOSED, { before }, { perspective: "raw" })) {
    const { _id: id, _rev: rev, files } = submission;
    if (await deleteUnchanged(things, { id, rev, files })) deleted += 1;
  }
  return deleted;
}

async function deletePageViews({ readClient, writeClient }: OldThings, day: string): Promise<number> {
  const ids = await readClient.fetch<string[]>(PAGE_VIEWS, { day }, { perspective: "raw" });
  for (const id of ids) await writeClient.delete(documentId(id), { visibility: "async" });
  return ids.length;
}

/** File names start with the time of the email: `20261121T104136287Z-…`. */
async function deleteEmails({ outbox }: OldThings, before: string): Promise<number> {
  const limit = before.replaceAll(/[-:.]/g, "");
  const old = (await listOutbox(outbox)).filter((name) => name < limit);
  for (const name of old) await rm(join(outbox, name), { force: true });
  return old.length;
}

/**
 * Deletes what is older than the configured periods; what has no period is stored for ever. A submission's period starts
 * with its last change after it was closed; orders are business records and are never deleted. Returns the number of
 * deletions of each kind.
 */
export async function deleteOld(
  things: OldThings,
  now: Date,
): Promise<{ submissions: number; pageViews: number; emails: number }> {
  const { closedDays, pageViewDays, emailDays } = things.retain;
  const ago = (days: number): string => new Date(now.getTime() - days * DAY).toISOString();
  return {
    submissions: await deleteClosed(things, ago(closedDays)),
    pageViews: pageViewDays === undefined ? 0 : await deletePageViews(things, ago(pageViewDays).slice(0, 10)),
    emails: emailDays === undefined ? 0 : await deleteEmails(things, ago(emailDays)),
  };
}
