import { receiptJobs, type EmailSite } from "../../email/email.ts";
import {
  contactFields,
  DEFAULT_SERVICE,
  SERVICE_LEFT,
  serviceText,
  type ContactMessage,
} from "../../model/contact.ts";
import { messageNotice } from "../../model/emails/admins.ts";
import { messageReceipt } from "../../model/emails/forms.ts";
import { receiveForm, reply, type Reply } from "../../platform/http/receive-form.server.ts";
import {
  publicForm,
  receiverDeps,
  type FormDeps,
  type ReceiverDeps,
} from "../../submissions/form-action.server.ts";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import { saveSubmission } from "../../submissions/save-submission.server.ts";
import { SPAM_FIELDS } from "../../submissions/spam/page-token.ts";
import { suspectedField, type FindSpamReason } from "../../submissions/spam/spam-check.server.ts";
import { referenceNumber, contentId, submissionId } from "../../submissions/submission-id.server.ts";
import type { ContactResult } from "./messages.ts";
import { contactSchema, type StoredMessage } from "./schema.server.ts";

const NAMES = contactFields.map(({ name }) => name);

type ContactDeps = ReceiverDeps<StoredMessage>;

export function createContact(site: FormDeps) {
  const deps = receiverDeps(site, { name: "contact", requests: 20 }, contactEmails(site.emailSite));
  return { receive: (request: Request, callerKey: string) => receiveContact(request, callerKey, deps) };
}

/**
 * Checks a posted contact message and saves it once as `contact.<uuid>`. Never throws: every failure is a result with its
 * status.
 */
export function receiveContact(
  request: Request,
  callerKey: string,
  deps: ContactDeps,
): Promise<Reply<ContactResult>> {
  const rules = {
    ...publicForm(deps, callerKey),
    names: [...NAMES, SERVICE_LEFT, "submissionId", ...SPAM_FIELDS],
    schema: contactSchema,
    secret: ["submissionId"],
  };
  return receiveForm(request, rules, async ({ value, form, spam }) => {
    const isLeft = form.get(SERVICE_LEFT) === "yes" && value.service === DEFAULT_SERVICE;
    const message = { ...value, ...(isLeft ? { serviceLeft: true as const } : {}) };
    const postedId = String(form.get("submissionId") ?? "");
    const id = await storeMessage(message, postedId, spam, deps);
    // Without scripts there is no id, and the page is left, so that a reload sends nothing.
    return reply({ status: "sent", reference: referenceNumber(deps.secret, id) }, postedId ? 200 : 303);
  });
}

/** Returns the id of the document that holds the message. */
async function storeMessage(
  message: ContactMessage & Pick<StoredMessage, "serviceLeft">,
  postedId: string,
  findSpamReason: FindSpamReason | undefined,
  deps: ContactDeps,
): Promise<string> {
  const now = new Date();
  const content = NAMES.map((name) => message[name]);
  const id = `contact.${submissionId(postedId, deps.secret, content, now)}`;
  const spamReason = (await findSpamReason?.(id)) ?? null;
  const submission = {
    type: "contactSubmission",
    id,
    otherId: `contact.${contentId(deps.secret, [id, ...content])}`,
    document: { ...message, submitted_at: now.toISOString(), ...suspectedField(spamReason) },
  };
  const kept = await saveSubmission<StoredMessage>(deps, submission, deps.emails);
  return kept._id;
}

/** A web address, with or without its scheme. */
const WEB_ADDRESS = /:\/\/|\b[\w-]+\.[a-z]{2,}\b/i;

export function contactEmails(site: EmailSite): SubmissionEmails<StoredMessage> {
  return ({ _id, name, email, message, suspected, ...rest }) =>
    receiptJobs(site, {
      id: _id,
      suspected,
      visitor: { name, email },
      // The address may be a stranger's: nobody has us send links to it.
      receipt: { template: messageReceipt, props: { quote: WEB_ADDRESS.test(message) ? "" : message } },
      notice: { template: messageNotice, props: { service: serviceText(rest), message } },
      adminPath: `/admin/messages/${encodeURIComponent(_id)}`,
    });
}
