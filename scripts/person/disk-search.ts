import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  listOutbox,
  openFileStorage,
  openJobStore,
  openSessionStore,
  passwordUid,
  type FileStorage,
  type Job,
  type JobStore,
  type SessionStore,
} from "../../app/commands.server.ts";
import { storedFileId, uploadIdsIn } from "../../app/model/stored-file.ts";
import type { Env } from "../../app/platform/env.server.ts";
import type { PersonalDocument } from "./fate.ts";

export interface DiskFindings {
  jobs: Pick<Job, "topic" | "id">[];
  /** File names in the outbox. */
  emails: string[];
  /** Ids of uploaded files. */
  uploads: string[];
  /** Whose sign-ins, and how many records there are of them. */
  uid: string;
  signIns: number;
}

/** Decodes the two encodings of non-ASCII text in emails. */
function readable(mail: string): string {
  const unfolded = mail.replaceAll(/=\r?\n/g, "").replaceAll(/\r\n[ \t]+/g, " ");
  const decoded = Array.from(mail.matchAll(/(?:^[A-Za-z0-9+/]{40,}={0,2}\r?\n?)+/gm), ([block]) =>
    Buffer.from(block, "base64").toString("utf8"),
  );
  return [unfolded, ...decoded].join("\n").toLowerCase();
}

async function emailsAbout(outbox: string, email: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await listOutbox(outbox))
    if (readable(await readFile(join(outbox, name), "utf8").catch(() => "")).includes(email))
      found.push(name);
  return found;
}

/** Returns the storage of uploads, or null when there is none yet. */
async function storageOf(env: Env): Promise<FileStorage | null> {
  return env.s3.on || existsSync(join(env.dataDir, "uploads")) ? openFileStorage(env) : null;
}

/** Returns the files that the documents list, and files whose record names one of the documents. */
async function uploadsOf(env: Env, documents: readonly PersonalDocument[]): Promise<string[]> {
  const owners = new Set(documents.map(({ _id }) => _id));
  const uploads = (await (await storageOf(env))?.all()) ?? [];
  const claimed = uploads.flatMap(({ id, stored }) =>
    owners.has(stored?.claim?.documentId ?? "") ? [id] : [],
  );
  const listed = documents
    .flatMap(({ additionalInfo }) => additionalInfo?.attachments ?? [])
    .flatMap(({ url }) => uploadIdsIn(url ?? ""));
  return [...new Set([...claimed, ...listed])].filter((id) => uploads.some((upload) => upload.id === id));
}

/** Finds a person's data on this machine, in the queue and among the uploads, outside of the content store. */
export async function searchDisk(
  env: Env,
  email: string,
  documents: readonly PersonalDocument[],
): Promise<DiskFindings> {
  const { dataDir } = env;
  const uid = passwordUid(email);
  const about = (await withJobs(env, (store) => store.about(email))) ?? [];
  const jobs = about.filter((job) => isOf(job, email));
  return {
    jobs: jobs.map(({ topic, id }) => ({ topic, id })),
    emails: await emailsAbout(join(dataDir, "outbox"), email),
    uploads: await uploadsOf(env, [...documents, ...jobs.flatMap(documentOf)]),
    uid,
    signIns: (await withSessions(env, (store) => store.countAllOf(uid))) ?? 0,
  };
}

interface KnownBody {
  to?: string;
  replyTo?: { address?: string };
  document?: { email?: string; contactInfo?: { email?: string } };
}

/** Returns whether a job is a submission of the person, or an email to or about them. Others may mention the email in a message. */
function isOf({ id, body }: Job, email: string): boolean {
  const { to, replyTo, document } = body as KnownBody;
  const addresses = [
    to,
    replyTo?.address,
    document?.email,
    document?.contactInfo?.email,
    id.split("/").at(-1),
  ];
  return addresses.some((address) => address?.toLowerCase() === email);
}

/** Returns the document of a pending submission, whose files are pending too. */
function documentOf({ topic, id, body }: Job): PersonalDocument[] {
  const { type = "", document = {} } = body as { type?: string; document?: object };
  return topic === "submission" ? [{ ...document, _id: id, _type: type }] : [];
}

/** Uses the queue, on the disk and in Redis; returns null when there is none yet. */
async function withJobs<Result>(env: Env, use: (store: JobStore) => Promise<Result>): Promise<Result | null> {
  if (!env.redis.on && !existsSync(join(env.dataDir, "queue"))) return null;
  const store = openJobStore(env, console);
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

/** Uses the sessions, on the disk or in Redis; returns null when there are none yet. */
async function withSessions<Result>(
  env: Env,
  use: (store: SessionStore) => Promise<Result>,
): Promise<Result | null> {
  if (!env.redis.on && !existsSync(join(env.dataDir, "sessions.sqlite"))) return null;
  const store = openSessionStore(env);
  try {
    return await use(store);
  } finally {
    store.close?.();
  }
}

/** Deletes the findings. Always vacuums the queue and the sessions, whose free pages may still contain what was deleted. */
export async function eraseOnDisk(env: Env, { jobs, emails, uploads, uid }: DiskFindings): Promise<void> {
  const { dataDir } = env;
  await withJobs(env, async (store) => {
    for (const { topic, id } of jobs) await store.remove(topic, id);
    for (const id of uploads) await store.remove("submission", storedFileId(id));
    await store.shred();
  });
  await withSessions(env, (store) => store.erase(uid));
  for (const name of emails) await rm(join(dataDir, "outbox", name), { force: true });
  const storage = uploads.length > 0 ? await storageOf(env) : null;
  for (const id of uploads) await storage?.remove(id);
}
