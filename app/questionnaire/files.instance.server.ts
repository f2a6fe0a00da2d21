import { join } from "node:path";
import { contentStore } from "../content/client.instance.server.ts";
import { env } from "../platform/env.instance.server.ts";
import type { AppError } from "../platform/errors.ts";
import { log } from "../platform/log.instance.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import { FileStorage } from "../submissions/files/file-storage.server.ts";
import { sweepUploads } from "../submissions/files/sweep-uploads.server.ts";
import { createUploadEndpoint } from "../submissions/files/tus-endpoint.server.ts";
import { readDocument } from "../submissions/read-document.server.ts";
import { siteQueue } from "../submissions/queue/site-queue.instance.server.ts";
import { UPLOADS, fileAddress } from "./addresses.ts";
import type { QuestionnaireDocument } from "./document.server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

// On the global object: `npm run dev` loads this module again and again, and the storage must be one.
const kept = globalThis as { uploads?: Promise<FileStorage>; uploadSweeps?: NodeJS.Timeout[] };

/** The files of this site. Rejects as long as the data directory cannot be written, and works once it can. */
export function fileStorage(): Promise<FileStorage> {
  kept.uploads ??= FileStorage.open({ directory: join(env.dataDir, "uploads") }).catch((error: unknown) => {
    delete kept.uploads;
    throw error;
  });
  return kept.uploads;
}

/** More files than anybody attaches in ten minutes, and too few to keep the disk busy. */
const throttle = createThrottle({ name: "uploads", requests: 120, seconds: 600 }, env.redis);

function report(error: AppError): void {
  if (error.status >= 500) log.error({ code: error.code, err: error }, "upload failed");
  else log.info({ code: error.code, status: error.status, reason: error.message }, "upload refused");
}

let endpoint: Promise<(request: Request) => Promise<Response>> | undefined;

/** Takes uploads by the tus protocol. */
export async function handleUpload(request: Request): Promise<Response> {
  endpoint ??= fileStorage().then((storage) =>
    createUploadEndpoint({ storage, path: UPLOADS, throttle, report }),
  );
  return (await endpoint)(request);
}

/** Whether a questionnaire names a file: one on its way to the store, or one that is there. */
async function isListed(documentId: string, id: string): Promise<boolean> {
  const waiting = siteQueue(contentStore.writeClient).find(documentId)?.document as
    | QuestionnaireDocument
    | undefined;
  const document =
    waiting ?? (await readDocument<QuestionnaireDocument>(contentStore.readClient, documentId));
  return document?.additionalInfo.attachments.some(({ url }) => url === fileAddress(id)) ?? false;
}

async function sweep(): Promise<void> {
  const removed = await sweepUploads(await fileStorage(), isListed);
  if (removed > 0) log.info({ removed }, "unattached uploads deleted");
}

async function removeStalled(): Promise<void> {
  const removed = await (await fileStorage()).removeStalled();
  if (removed > 0) log.info({ removed }, "stalled uploads deleted");
}

function every(interval: number, task: () => Promise<void>): NodeJS.Timeout {
  const run = () => void task().catch((error: unknown) => log.error({ err: error }, "uploads not swept"));
  setImmediate(run);
  return setInterval(run, interval).unref();
}

kept.uploadSweeps ??= [every(HOUR, sweep), every(MINUTE, removeStalled)];
