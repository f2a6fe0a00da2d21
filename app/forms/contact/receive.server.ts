import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import { createThrottle } from "../../platform/rate-limit.server.ts";
import {
  type FormDeps,
  reportTo,
  failureReply,
  reply,
  type Reply,
} from "../../submissions/form-action.server.ts";
import { contactEmails } from "./emails.server.tsx";
import { readForm } from "../../platform/http/form-body.server.ts";
import { saveSubmission, type SubmissionStore } from "../../submissions/save-submission.server.ts";
import { referenceNumber, contentId, submissionId } from "../../submissions/submission-id.server.ts";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import { SPAM_FIELDS } from "../../submissions/spam/page-token.ts";
import {
  suspectedField,
  type FindSpamReason,
  type SpamCheck,
} from "../../submissions/spam/spam-check.server.ts";
import { contactFields, type ContactMessage, type ContactResult } from "./contact-message.ts";
import { contactSchema, type StoredMessage } from "./schema.server.ts";

const NAMES = contactFields.map(({ name }) => name);

interface ContactReceiver extends SubmissionStore {
  secret: string;
  /** Throws an AppError `too-many-requests` when this visitor has sent too much. */
  throttle?: (callerKey: string) => Promise<void>;
  spamCheck?: SpamCheck;
  emails?: SubmissionEmails<StoredMessage>;
}

/** The contact form of this site. */
export function createContact({ env, log, secret, clients, queue, emailSite, spamCheck }: FormDeps) {
  const receiver: ContactReceiver = {
    client: clients.writeClient,
    queue,
    secret,
    /** More than any visitor needs, too few to fill the store. */
    throttle: createThrottle({ name: "contact", requests: 20, seconds: 600 }, env.redis),
    spamCheck,
    emails: contactEmails(emailSite),
    report: reportTo(log, "contact"),
  };
  return { receive: (request: Request, callerKey: string) => receiveContact(request, callerKey, receiver) };
}

/**
 * Checks a posted contact message and saves it once as `contact.<uuid>`. Never throws: every failure is a result with its
 * status.
 */
export async function receiveContact(
  request: Request,
  callerKey: string,
  receiver: ContactReceiver,
): Promise<Reply<ContactResult>> {
  let typed: SubmissionResult | undefined;
  try {
    await receiver.throttle?.(callerKey);
    const form = await readForm(request, [...NAMES, "submissionId", ...SPAM_FIELDS]);
    const findSpamReason = receiver.spamCheck?.(form, callerKey);
    const postedId = String(form.get("submissionId") ?? "");
    form.delete("submissionId");
    const submission = parseWithZod(form, { schema: contactSchema });
    typed = submission.reply();
    if (submission.status !== "success") return reply({ status: "invalid", submission: typed }, 422);
    const id = await storeMessage(submission.value, postedId, findSpamReason, receiver);
    return reply({ status: "sent", reference: referenceNumber(receiver.secret, id) }, 200);
  } catch (cause) {
    const failure = failureReply(cause, receiver.report);
    return { ...failure, result: { ...failure.result, ...(typed ? { submission: typed } : {}) } };
  }
}

/** Returns the id of the document that holds the message. */
async function storeMessage(
  message: ContactMessage,
  postedId: string,
  findSpamReason: FindSpamReason | undefined,
  receiver: ContactReceiver,
): Promise<string> {
  const now = new Date();
  const content = NAMES.map((name) => message[name]);
  const id = `contact.${submissionId(postedId, receiver.secret, content, now)}`;
  const spamReason = (await findSpamReason?.(id)) ?? null;
  const submission = {
    type: "contactSubmission",
    id,
    otherId: `contact.${contentId(receiver.secret, [id, ...content])}`,
    document: { ...message, submitted_at: now.toISOString(), ...suspectedField(spamReason) },
  };
  const kept = await saveSubmission<StoredMessage>(receiver, submission, receiver.emails);
  return kept._id;
}
