import { claimFiles, confirmFiles } from "../../files/claim-files.server.ts";
import type { FileStorage } from "../../files/file-storage.server.ts";
import { keepSubmission, type Keeper } from "../../submissions/keep-submission.server.ts";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import { contentId, submissionId } from "../../submissions/submission-id.server.ts";
import { suspectedField, type Judge, type Suspicion } from "../../submissions/trap/trap.server.ts";
import { fileAddress } from "./addresses.ts";
import { buildQuestionnaire } from "./document.server.ts";
import type { QuestionnaireDocument } from "./document.server.ts";
import type { PostedForm } from "./posted-form.server.ts";
import type { Answers } from "./schema.server.ts";

export interface QuestionnaireStore extends Keeper {
  secret: string;
  storage: FileStorage;
  emails?: SubmissionEmails<QuestionnaireDocument & { suspected?: Suspicion }>;
}

/** What a questionnaire says, with its files by their bytes: the same again is the same submission. */
function contentOf(answers: Answers, files: readonly string[], storage: FileStorage): string[] {
  const sums = files.map((id) => storage.get(id)?.stored?.metadata.customMetadata["sha256"] ?? "");
  return [JSON.stringify(answers), ...sums];
}

/**
 * Keeps a questionnaire once, however often it is sent, with its files. Answers the id of the document that holds it, or
 * null when one of the files is not there, and then nothing was kept. Throws like `keepSubmission`.
 */
export async function storeQuestionnaire(
  answers: Answers,
  { submissionId: postedId, draft, files: ids, judge }: PostedForm & { judge?: Judge | undefined },
  store: QuestionnaireStore,
): Promise<string | null> {
  const { secret, storage } = store;
  const now = new Date();
  const content = contentOf(answers, ids, storage);
  const id = `questionnaire.${submissionId(postedId, secret, content, now)}`;
  const attachments = await claimFiles(storage, { ids, draft, documentId: id }, fileAddress);
  if (!attachments) return null;
  const suspicion = (await judge?.(id)) ?? null;
  const submission = {
    type: "clientQuestionnaire",
    id,
    // An id that was made from the content needs no other: it can only be the same, with copies of the same files.
    ...(postedId === "" ? {} : { otherId: `questionnaire.${contentId(secret, [id, ...content])}` }),
    document: { ...buildQuestionnaire(answers, attachments, now), ...suspectedField(suspicion) },
  };
  const kept = await keepSubmission(store, submission, store.emails);
  const listed = new Set(kept.additionalInfo.attachments.map(({ url }) => url));
  await confirmFiles(
    storage,
    ids.filter((file) => listed.has(fileAddress(file))),
    id,
  );
  return kept._id;
}
