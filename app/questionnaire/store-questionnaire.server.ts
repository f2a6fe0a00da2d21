import type { SanityClient } from "@sanity/client";
import { createSubmission } from "../submissions/create.server.ts";
import { claimFiles, confirmFiles } from "../submissions/files/claim-files.server.ts";
import type { FileStorage } from "../submissions/files/file-storage.server.ts";
import type { RetryPolicy } from "../submissions/retry.server.ts";
import { contentId, submissionId } from "../submissions/submission-id.server.ts";
import { fileAddress } from "./addresses.ts";
import { buildQuestionnaire, sameQuestionnaire } from "./document.server.ts";
import type { QuestionnaireDocument } from "./document.server.ts";
import type { PostedForm } from "./posted-form.server.ts";
import type { Answers } from "./schema.server.ts";

export interface QuestionnaireStore {
  /** With a write token. */
  client: SanityClient;
  secret: string;
  storage: FileStorage;
  policy?: RetryPolicy;
}

/** What a questionnaire says, with its files by their bytes: the same again is the same submission. */
function contentOf(answers: Answers, files: readonly string[], storage: FileStorage): string[] {
  const sums = files.map((id) => storage.get(id)?.stored?.metadata.customMetadata["sha256"] ?? "");
  return [JSON.stringify(answers), ...sums];
}

/**
 * Stores a questionnaire once, however often it is sent, with its files. Answers the id of the document that holds it, or
 * null when one of the files is not there, and then nothing was stored. Throws like `createSubmission`.
 */
export async function storeQuestionnaire(
  answers: Answers,
  { submissionId: postedId, draft, files: ids }: PostedForm,
  { client, secret, storage, policy }: QuestionnaireStore,
): Promise<string | null> {
  const now = new Date();
  const content = contentOf(answers, ids, storage);
  const id = `questionnaire.${submissionId(postedId, secret, content, now)}`;
  const attachments = await claimFiles(storage, { ids, draft, documentId: id }, fileAddress);
  if (!attachments) return null;
  const document = buildQuestionnaire(answers, attachments, now);
  const create = (documentId: string) =>
    createSubmission<QuestionnaireDocument>({
      client,
      type: "clientQuestionnaire",
      id: documentId,
      document,
      ...(policy ? { policy } : {}),
    });
  let stored = await create(id);
  // The id belongs to other answers: some whose receipt was lost before the visitor changed them. Both are kept. An id
  // that was made from the content needs no look: it can only be the same, with copies of the same files.
  if (postedId !== "" && !sameQuestionnaire(stored, document)) {
    stored = await create(`questionnaire.${contentId(secret, [id, ...content])}`);
  }
  const listed = new Set(stored.additionalInfo.attachments.map(({ url }) => url));
  await confirmFiles(
    storage,
    ids.filter((file) => listed.has(fileAddress(file))),
    id,
  );
  return stored._id;
}
