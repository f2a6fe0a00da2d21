import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { receiptJobs, type EmailSite } from "../../email/email.ts";
import { storageMessage } from "../../files/upload-rules.ts";
import { questionnaireNotice } from "../../model/emails/admins.ts";
import { questionnaireReceipt } from "../../model/emails/forms.ts";
import { ATTACHMENTS, questions } from "../../model/questionnaire-steps.ts";
import type { SpamReason } from "../../model/spam.ts";
import { receiveForm, reply, type Reply } from "../../platform/http/receive-form.server.ts";
import { failedBy, publicForm, receiverDeps, type FormDeps } from "../../submissions/form-action.server.ts";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import { referenceNumber } from "../../submissions/submission-id.server.ts";
import type { createFiles } from "./files.server.ts";
import { keptFiles, POSTED_NAMES, postedFiles } from "./posted-form.server.ts";
import type { KeptFiles, QuestionnaireResult } from "./questionnaire-result.ts";
import { questionnaireSchema, type Answers } from "./schema.server.ts";
import {
  storeQuestionnaire,
  type QuestionnaireDocument,
  type QuestionnaireStore,
} from "./store-questionnaire.server.ts";

export interface QuestionnaireDeps extends QuestionnaireStore {
  /** Id of the request in the log; shown to the visitor after a failure. */
  requestId?: string;
}

/**
 * Checks all five steps and the files of a posted questionnaire and saves it once as `questionnaire.<uuid>`. Never throws:
 * every failure is a result with its status. When the same id is sent again, the first submission stays.
 */
export function receiveQuestionnaire(
  request: Request,
  callerKey: string,
  deps: QuestionnaireDeps,
): Promise<Reply<QuestionnaireResult>> {
  let known: { submission?: SubmissionResult; kept?: KeptFiles } = {};
  const { body, takeFrom } = postedFiles(deps.storage, callerKey);
  const readAnswers = async (form: FormData) => {
    const posted = takeFrom(form);
    dropUnasked(form);
    const submission = parseWithZod(form, { schema: questionnaireSchema });
    known = { submission: submission.reply() };
    const kept = await keptFiles(deps.storage, posted);
    known = { ...known, kept };
    return { posted, submission, kept };
  };
  const rules = {
    ...publicForm(deps, callerKey),
    names: POSTED_NAMES,
    body,
    failed: async (cause: unknown, _typed?: SubmissionResult, form?: FormData) => {
      // Over the limit the form was only read.
      if (form && !known.submission) await readAnswers(form).catch(() => {});
      const failure = failedBy(deps.report)(cause);
      const requestId = deps.requestId?.slice(0, REQUEST_ID_SHOWN);
      return { ...failure, result: { ...failure.result, ...known, ...(requestId ? { requestId } : {}) } };
    },
  };
  return receiveForm(request, rules, async ({ form, spam }): Promise<Reply<QuestionnaireResult>> => {
    const { posted, submission, kept } = await readAnswers(form);
    const invalid = (problems: readonly string[]) => {
      const fieldErrors = problems.length > 0 ? { [ATTACHMENTS]: [...problems] } : {};
      return reply({ status: "invalid", submission: submission.reply({ fieldErrors }), kept } as const, 422);
    };
    if (submission.status !== "success" || posted.problems.length > 0) return invalid(posted.problems);
    const answers = submission.value as Answers;
    const id = await storeQuestionnaire(answers, { ...posted, findSpamReason: spam }, deps);
    if (id === null) return invalid([storageMessage("storage/object-not-found")]);
    return reply({ status: "sent", reference: referenceNumber(deps.secret, id) });
  });
}

/** Enough of a request id to find it in the log, short enough to read out. */
const REQUEST_ID_SHOWN = 8;

/** Removes answers to conditional questions that are not asked. */
function dropUnasked(form: FormData): void {
  for (const { name, whenYes } of questions) {
    if (whenYes && form.get(whenYes) !== "yes") form.delete(name);
  }
}

function questionnaireEmails(
  site: EmailSite,
): SubmissionEmails<QuestionnaireDocument & { suspected?: SpamReason }> {
  return ({ _id, contactInfo, additionalInfo, suspected }) => {
    const { name, email } = contactInfo as unknown as Record<"name" | "email", string>;
    return receiptJobs(site, {
      id: _id,
      suspected,
      visitor: { name, email },
      receipt: { template: questionnaireReceipt, props: {} },
      notice: { template: questionnaireNotice, props: { files: additionalInfo.attachments.length } },
      adminPath: `/admin/questionnaires/${encodeURIComponent(_id)}`,
    });
  };
}

/** The questionnaire of this site; its files are stored apart from it. */
export function createQuestionnaire({
  files,
  ...site
}: FormDeps & { files: ReturnType<typeof createFiles> }) {
  const rules = { name: "questionnaire", requests: 40 };
  const deps = receiverDeps(site, rules, questionnaireEmails(site.emailSite));
  return {
    receive: async (request: Request, callerKey: string, requestId: string) =>
      receiveQuestionnaire(request, callerKey, { ...deps, requestId, storage: await files.storage() }),
  };
}
