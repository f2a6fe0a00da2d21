import type { Logger } from "pino";
import { z } from "zod";
import type { FileStorage } from "../files/file-storage.server.ts";
import { statusChange } from "../model/admin-status.ts";
import { storedFileId } from "../model/stored-file.ts";
import { TABLES, type TableKind } from "../model/tables.ts";
import { type ContentStore, isDocumentId, orUnavailable } from "../platform/content-store.server.ts";
import { receiveForm, reply, type Reply } from "../platform/http/receive-form.server.ts";
import { deleteUnchanged } from "../submissions/delete-submission.server.ts";
import type { SubmissionQueue } from "../submissions/queue/submission-queue.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { CONFIRMATION, type DeletionPage, type DeletionRefusal } from "./deletion.ts";

const schema = z.object({
  rev: z.string().default(""),
  confirmation: z
    .string()
    .default("")
    .refine((typed) => typed.trim().toLowerCase() === CONFIRMATION, `Type ${CONFIRMATION} to confirm.`),
});

/** `$id`: the submission, `$types`: the types of its table. */
const QUERY = `*[_id == $id && _type in $types][0]{
  _id, _type, _rev, "adminStatus": coalesce(adminStatus, "new"),
  "name": coalesce(name, contactInfo.name, contactInfo.firstName + " " + contactInfo.lastName, email, ""),
  "files": coalesce(additionalInfo.attachments[].url, []),
  "isPaid": status == "completed" || count(history[kind in ["charged", "received"]]) > 0,
  "isInvoiced": count(invoices) > 0 || count(history[kind == "own-invoice"]) > 0,
  "isCharging": coalesce(payment.stripePaymentIntent, "") + coalesce(payment.subscriptionId, "") != ""
}`;

interface Stored {
  _id: string;
  _type: string;
  _rev: string;
  adminStatus: string;
  name: string;
  files: string[];
  isPaid: boolean | null;
  isInvoiced: boolean | null;
  isCharging: boolean | null;
}

interface DeletionDeps {
  store: ContentStore;
  storage: () => Promise<FileStorage>;
  queue: Pick<SubmissionQueue, "find" | "withdraw" | "forgetEmails">;
  /** Key of the reference numbers. */
  secret: string;
  log: Pick<Logger, "error" | "info">;
}

/** Money that was received or asked for is a business record, and a payment under way may still succeed. */
function refusalOf({ isPaid, isInvoiced, isCharging }: Stored): DeletionRefusal | null {
  if (isPaid) return "paid";
  if (isInvoiced) return "invoiced";
  return isCharging ? "charging" : null;
}

export interface DeletionResult {
  status: "deleted" | "conflict" | "failed" | DeletionRefusal;
}

const RULES = { names: ["rev", "confirmation"], schema };

const HTTP_STATUS = { deleted: 200, conflict: 409, failed: 503, paid: 409, invoiced: 409, charging: 409 };

export function createDeletion({ store, storage, queue, secret, log }: DeletionDeps) {
  async function find(kind: TableKind, id: string): Promise<Stored> {
    const params = { id, types: TABLES[kind].types };
    const read = () => store.readClient.fetch<Stored | null>(QUERY, params, { perspective: "published" });
    const report = (err: unknown) => log.error({ err, id }, "admin: submission not loaded");
    const stored = isDocumentId(id) ? await orUnavailable(read(), report) : null;
    if (!stored) throw new Response("There is no such submission.", { status: 404 });
    return stored;
  }

  /** Drops what waits for the submission: its emails, and documents of its files that are not written yet. */
  async function forgetJobs({ _id, _type }: Stored, uploads: readonly string[]): Promise<void> {
    const waiting = [
      { type: _type, id: _id },
      ...uploads.map((upload) => ({ type: "storedFile", id: storedFileId(upload) })),
    ];
    for (const job of waiting) if (await queue.find(job.id)) await queue.withdraw(job);
    await queue.forgetEmails(_id);
  }

  /** Deletes a submission unless somebody changed it since. Records who did it, in the log and in a `statusChange` document. */
  async function remove(
    kind: TableKind,
    id: string,
    { rev, by }: { rev: string; by: string },
  ): Promise<DeletionResult["status"]> {
    const stored = await find(kind, id);
    const refusal = refusalOf(stored);
    if (refusal) return refusal;
    if (stored._rev !== rev) return "conflict";
    const record = statusChange({ subject: id, from: stored.adminStatus, to: "deleted", by });
    let uploads: string[] | null;
    try {
      const things = { ...store, files: await storage() };
      uploads = await deleteUnchanged(things, { id, rev, files: stored.files, record });
      if (uploads === null) return "conflict";
      await forgetJobs(stored, uploads);
    } catch (error) {
      log.error({ err: error, id }, "admin: submission not deleted");
      return "failed";
    }
    log.info({ submission: id, files: uploads.length, by }, "admin: submission deleted");
    return "deleted";
  }

  return {
    /** Returns what the page shows that asks first. Throws a Response: 404, or 503 when the store does not respond. */
    async load(kind: TableKind, id: string): Promise<DeletionPage> {
      const stored = await find(kind, id);
      return {
        kind,
        id,
        rev: stored._rev,
        name: stored.name,
        reference: TABLES[kind].hasReference ? referenceNumber(secret, id) : "",
        files: stored.files.length,
        refusal: refusalOf(stored),
      };
    },

    /** Receives the form of that page. Throws like `load`, and the Response of a form that cannot be read. */
    receive: (request: Request, kind: TableKind, id: string, by: string) =>
      receiveForm(request, RULES, async ({ value: { rev } }): Promise<Reply<DeletionResult>> => {
        const status = await remove(kind, id, { rev, by });
        return reply({ status }, HTTP_STATUS[status]);
      }),
  };
}
