import { join } from "node:path";
import { parseWithZod } from "@conform-to/zod/v4";
import { loadContent, type ContentContext } from "../../content/load.server.ts";
import { receiptJobs, type EmailSite } from "../../email/email.ts";
import {
  answersOf,
  contactFields,
  SERVICE_LEFT,
  serviceText,
  type ContactMessage,
} from "../../model/contact.ts";
import { messageNotice } from "../../model/emails/admins.ts";
import { messageReceipt } from "../../model/emails/forms.ts";
import { SHORT_TEXT } from "../../model/text-lengths.ts";
import { oneLine } from "../../model/typed-text.ts";
import { withoutRetries } from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import { receiveForm, reply, type Reply } from "../../platform/http/receive-form.server.ts";
import { createLastKnown } from "../../platform/last-known.server.ts";
import {
  failedBy,
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
import { contactFormQuery, type ContactFormData } from "./contact-query.ts";
import { contactFormOf, OWN_QUESTION, viewOf, type ContactForm } from "./form-fields.server.ts";
import type { ContactFormView, ContactResult } from "./messages.ts";
import { contactSchema, type StoredMessage } from "./schema.server.ts";

const NAMES = contactFields.map(({ name }) => name);

interface ContactDeps extends ReceiverDeps<StoredMessage> {
  /** Returns the form as it is published now. Throws an AppError. */
  readForm: () => Promise<ContactForm>;
}

/** How long a visitor waits for the form's settings, in ms, before the last known ones are taken. */
const READ_TIMEOUT_MS = 2_000;

export function createContact(site: FormDeps) {
  const { env, log, clients } = site;
  const last = createLastKnown<ContactFormData>(join(env.dataDir, "queue", "contact-form.json"), (error) =>
    log.error({ form: "contact", err: error }, "form not kept"),
  );
  const client = withoutRetries(clients.freshClient, READ_TIMEOUT_MS);

  /** While the content store is unavailable, returns the form as it last answered to this machine. Throws the store's AppErrors. */
  async function readForm(): Promise<ContactForm> {
    const { value } = await last.orLast(async () => {
      const data = await client.fetch<ContactFormData | undefined>(contactFormQuery);
      // A proxy's page with status 200 is no answer.
      if (!Array.isArray(data?.services))
        throw new AppError("unavailable", "The content store returned no data.");
      return data;
    });
    return contactFormOf(value);
  }

  const deps = {
    ...receiverDeps(site, { name: "contact", requests: 20 }, contactEmails(site.emailSite)),
    readForm,
  };
  return {
    receive: (request: Request, callerKey: string) => receiveContact(request, callerKey, deps),

    /** Returns what a page shows of the form; `asked`: the service that its URL names. Throws like `loadContent`. */
    async load(context: ContentContext, asked: string | null): Promise<ContactFormView> {
      const data = await loadContent(context, contactFormQuery);
      if (!context.cache.perspective) last.keep(data);
      return viewOf(contactFormOf(data), asked);
    },
  };
}

const textOf = (value: FormDataEntryValue | null): string => (typeof value === "string" ? value : "");

/**
 * Checks a posted contact message against the form as it is now, and saves it once as `contact.<uuid>`. Never throws: every failure
 * is a result with its status.
 */
export function receiveContact(
  request: Request,
  callerKey: string,
  deps: ContactDeps,
): Promise<Reply<ContactResult>> {
  const rules = {
    ...publicForm(deps, callerKey),
    names: [...NAMES, OWN_QUESTION, SERVICE_LEFT, "submissionId", ...SPAM_FIELDS],
    failed: (cause: unknown, _typed: unknown, form?: FormData) =>
      failedBy(deps.report)(cause, form && { initialValue: typedIn(form) }),
  };
  return receiveForm(request, rules, async ({ form, spam }): Promise<Reply<ContactResult>> => {
    const asked = await deps.readForm();
    const submission = parseWithZod(form, { schema: contactSchema(asked) });
    const gone = goneAnswers(form, asked);
    if (submission.status !== "success" || gone.length > 0) {
      const error = {
        ...submission.reply().error,
        ...(gone.length > 0 ? { message: [asked.texts.changed] } : {}),
      };
      const initialValue = typedIn(form);
      const message = [initialValue["message"], ...gone].filter(Boolean).join("\n\n");
      const shown = { status: "error", error, initialValue: { ...initialValue, message } } as const;
      return reply(
        { status: "invalid", submission: shown, form: viewOf(asked, textOf(form.get("service"))) },
        422,
      );
    }
    const { value } = submission;
    const message = {
      ...(Object.fromEntries(NAMES.map((name) => [name, value[name] ?? ""])) as ContactMessage),
      ...(isServiceLeft(form, value["service"], asked) ? { serviceLeft: true as const } : {}),
      ...(asked.questions.length > 0
        ? {
            answers: asked.questions.map(({ name, label }) => ({
              _key: name,
              question: label,
              answer: value[name] ?? "",
            })),
          }
        : {}),
    };
    const postedId = textOf(form.get("submissionId"));
    const id = await storeMessage(message, postedId, spam, deps);
    // Without scripts there is no id, and the page is left, so that a reload sends nothing.
    return reply({ status: "sent", reference: referenceNumber(deps.secret, id) }, postedId ? 200 : 303);
  });
}

/** Returns the texts of a form, to show them again. */
const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, text]) => (name === "submissionId" ? [] : [[name, textOf(text)]])),
  );

function isServiceLeft(form: FormData, service: string | undefined, { fields }: ContactForm): boolean {
  const field = fields.find(({ name }) => name === "service");
  return field !== undefined && form.get(SERVICE_LEFT) === "yes" && service === field.defaultValue;
}

/** Returns what was answered to questions that the form had when it was opened. */
function goneAnswers(form: FormData, { fields, questions }: ContactForm): string[] {
  const asked = new Set([...fields, ...questions].map(({ name }) => name));
  return [...form]
    .filter(([name]) => {
      const isChosen = name === "service" && form.get(SERVICE_LEFT) !== "yes";
      return !asked.has(name) && (isChosen || OWN_QUESTION.test(name));
    })
    .map(([, text]) => oneLine(textOf(text)).slice(0, SHORT_TEXT))
    .filter(Boolean);
}

/** Returns the id of the document that holds the message. */
async function storeMessage(
  message: ContactMessage & Pick<StoredMessage, "serviceLeft" | "answers">,
  postedId: string,
  findSpamReason: FindSpamReason | undefined,
  deps: ContactDeps,
): Promise<string> {
  const now = new Date();
  const answers = message.answers ?? [];
  const content = [
    ...NAMES.map((name) => message[name]),
    ...answers.flatMap(({ question, answer }) => [question, answer]),
  ];
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
  return ({ _id, name, email, message, suspected, answers, ...rest }) => {
    const facts = answersOf(answers)
      .filter(({ answer }) => answer !== "")
      .map(({ question, answer }) => ({ label: question, value: answer }));
    // The receipt's address may be a stranger's: nobody has us send links to it.
    const harmless = facts.filter(({ value }) => !WEB_ADDRESS.test(value));
    return receiptJobs(site, {
      id: _id,
      suspected,
      visitor: { name, email },
      receipt: {
        template: messageReceipt,
        props: { quote: WEB_ADDRESS.test(message) ? "" : message, answers: harmless },
      },
      notice: { template: messageNotice, props: { service: serviceText(rest), message, answers: facts } },
      adminPath: `/admin/messages/${encodeURIComponent(_id)}`,
    });
  };
}
