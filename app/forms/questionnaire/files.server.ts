import { sweepUploads } from "../../files/claims.server.ts";
import type { FileStorage } from "../../files/file-storage.server.ts";
import { openFileStorage } from "../../files/open-storage.server.ts";
import { createUploadEndpoint, type UploadHandler } from "../../files/tus-endpoint.server.ts";
import type { AppError } from "../../platform/errors.ts";
import { createMemo } from "../../platform/memo.server.ts";
import { createThrottle } from "../../platform/rate-limit.server.ts";
import type { FormDeps } from "../../submissions/form-action.server.ts";
import { UPLOADS, filePath } from "./questionnaire-result.ts";
import { fileDocumentJob, type QuestionnaireDocument } from "./store-questionnaire.server.ts";

const LISTING = `*[_type == "clientQuestionnaire" && $url in additionalInfo.attachments[].url][0]._id`;

/** The files that visitors attach to questionnaires. */
export function createFiles({
  env,
  log,
  clients,
  queue,
}: Pick<FormDeps, "env" | "log" | "clients" | "queue">) {
  const opened = createMemo<FileStorage>({ max: 1 });
  const endpoints = createMemo<UploadHandler>({ max: 1 });
  /** More files than anyone attaches in ten minutes, but too few to keep the disk busy. */
  const throttle = createThrottle({ name: "uploads", requests: 120, seconds: 600 }, env.redis);

  /** Returns the storage of this site. Rejects while the data directory cannot be written, and recovers once it can. */
  const storage = () => opened("storage", () => openFileStorage(env));

  function report(error: AppError): void {
    if (error.status >= 500 && error.code !== "storage/busy")
      log.error({ code: error.code, err: error }, "upload failed");
    else log.info({ code: error.code, status: error.status, reason: error.message }, "upload refused");
  }

  /**
   * Returns the id of the questionnaire, in the queue or stored, that lists a file, or null. It is not always the one that
   * claimed it: a questionnaire that was changed and sent again is stored under another id.
   */
  async function findQuestionnaire(claimedBy: string, id: string): Promise<string | null> {
    const url = filePath(id);
    const waiting = (await queue.find(claimedBy))?.document as QuestionnaireDocument | undefined;
    if (waiting?.additionalInfo.attachments.some((file) => file.url === url)) return claimedBy;
    return clients.readClient.fetch<string | null>(LISTING, { url });
  }

  return {
    storage,
    /** The tus endpoint. */
    async upload(request: Request, callerKey: string): Promise<Response> {
      const endpoint = await endpoints(UPLOADS, async () =>
        createUploadEndpoint({ storage: await storage(), path: UPLOADS, throttle, report }),
      );
      return endpoint(request, callerKey);
    },
    /** Deletes uploads that no questionnaire lists. */
    async sweep(): Promise<void> {
      const removed = await sweepUploads(await storage(), findQuestionnaire, (file, documentId) =>
        queue.send([fileDocumentJob(file, documentId)]),
      );
      if (removed > 0) log.info({ removed }, "unattached uploads deleted");
    },
    /** Deletes uploads that have stalled. */
    async removeStalled(): Promise<void> {
      const removed = await (await storage()).removeStalled();
      if (removed > 0) log.info({ removed }, "stalled uploads deleted");
    },
  };
}
