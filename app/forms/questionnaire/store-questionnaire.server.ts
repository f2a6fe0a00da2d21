import { claimFiles, confirmFiles } from "../../files/claims.server.ts";
import type { FileStorage } from "../../files/file-storage.server.ts";
import type { QuestionnaireGroup } from "../../model/questionnaire-steps.ts";
import { unaskedFields } from "../../model/questions.ts";
import type { SpamReason } from "../../model/spam.ts";
import {
  storedFileId,
  type Attachment,
  type StoredFile,
  type StoredFileDocument,
} from "../../model/stored-file.ts";
import { AppError } from "../../platform/errors.ts";
import type { ReceiverDeps } from "../../submissions/form-action.server.ts";
import type { NewJob } from "../../submissions/queue/job.ts";
import { saveSubmission } from "../../submissions/save-submission.server.ts";
import { suspectedField, type FindSpamReason } from "../../submissions/spam/spam-check.server.ts";
import type { Submission } from "../../submissions/store.server.ts";
import { contentId, submissionId } from "../../submissions/submission-id.server.ts";
import type { PostedForm } from "./posted-form.server.ts";
import { filePath } from "./questionnaire-result.ts";
import type { Answers } from "./schema.server.ts";

export interface QuestionnaireStore extends ReceiverDeps<QuestionnaireDocument & { suspected?: SpamReason }> {
  storage: FileStorage;
}

/** Returns the content of a questionnaire, with its files by checksum: the same content is the same submission. */
async function contentOf(
  answers: Answers,
  files: readonly string[],
  storage: FileStorage,
): Promise<string[]> {
  const uploads = await Promise.all(files.map((id) => storage.get(id)));
  const sums = uploads.map((upload) => upload?.stored?.metadata.customMetadata["sha256"] ?? "");
  return [JSON.stringify(answers), ...sums];
}

/**
 * Saves a questionnaire with its files once, however often it is sent. Returns the id of the document that holds it, or null
 * when one of the files is missing, in which case nothing is saved. Throws like `saveSubmission`.
 */
export async function storeQuestionnaire(
  answers: Answers,
  {
    submissionId: postedId,
    draft,
    files: ids,
    findSpamReason,
  }: PostedForm & { findSpamReason?: FindSpamReason | undefined },
  store: QuestionnaireStore,
): Promise<string | null> {
  const { secret, storage } = store;
  const now = new Date();
  const content = await contentOf(answers, ids, storage);
  const id = `questionnaire.${submissionId(postedId, secret, content, now)}`;
  const attachments = await claimFiles(storage, { ids, draft, documentId: id }, filePath);
  if (!attachments) return null;
  const spamReason = (await findSpamReason?.(id)) ?? null;
  const submission = {
    type: "clientQuestionnaire",
    id,
    // An id made from the content needs no other: a document under it is the same, with copies of the same files.
    ...(postedId === "" ? {} : { otherId: `questionnaire.${contentId(secret, [id, ...content])}` }),
    document: { ...buildQuestionnaire(answers, attachments, now), ...suspectedField(spamReason) },
  };
  const kept = await saveSubmission(store, submission, store.emails);
  const listed = new Set(kept.additionalInfo.attachments.map(({ url }) => url));
  const attached = ids.filter((file) => listed.has(filePath(file)));
  // The questionnaire is saved: what cannot be confirmed now is found by the sweep.
  await confirmFiles(storage, attached, id, (file) =>
    store.queue.send([fileDocumentJob(file, kept._id)]),
  ).catch((cause: unknown) =>
    store.report(new AppError("internal", `${kept._id}: its files are not confirmed yet.`, { cause })),
  );
  return kept._id;
}

/** Returns the job that writes the document of a file of a questionnaire. */
export function fileDocumentJob({ id, metadata }: StoredFile, subject: string): NewJob {
  const document: StoredFileDocument = { subject, url: filePath(id), ...metadata };
  const body: Submission<StoredFileDocument> = { type: "storedFile", id: storedFileId(id), document };
  return { topic: "submission", id: body.id, body };
}

/** The stored document, without the fields that the store adds. */
export type QuestionnaireDocument = ReturnType<typeof buildQuestionnaire>;

function withUnasked(
  group: QuestionnaireGroup,
  answers: Record<string, string | string[]> = {},
): Record<string, string | string[]> {
  const own = unaskedFields.filter(({ name }) => name.startsWith(`${group}.`));
  return {
    ...answers,
    ...Object.fromEntries(own.map(({ name }) => [name.slice(group.length + 1), ""])),
  };
}

/** Returns the document of a valid questionnaire in the shape of docs/specification.md, section 3. */
export function buildQuestionnaire(answers: Answers, attachments: readonly Attachment[], now: Date) {
  const aboutPage = withUnasked("aboutPage", answers.aboutPage);
  return {
    homePage: withUnasked("homePage", answers.homePage),
    // docs/decisions.md, "Questionnaire": team members are dropped when there is to be no team section.
    aboutPage: {
      ...aboutPage,
      teamMembers: aboutPage.teamSection === "yes" ? (aboutPage.teamMembers ?? "") : "",
    },
    servicesPage: withUnasked("servicesPage", answers.servicesPage),
    contactPage: withUnasked("contactPage", answers.contactPage),
    design: withUnasked("design"),
    contactInfo: { ...withUnasked("contactInfo", answers.contactInfo), preferredContact: "email" },
    additionalInfo: {
      ...answers.additionalInfo,
      // The content store requires keys on objects in arrays.
      attachments: attachments.map((file, index) => ({ _key: `file${index}`, ...file })),
    },
    projectType: "",
    projectDescription: "",
    timeline: "",
    submitted_at: now.toISOString(),
  };
}
