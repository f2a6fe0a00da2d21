import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { storageMessage } from "../../files/upload-rules.ts";
import { referenceNumber } from "../../submissions/submission-id.server.ts";
import type { SpamCheck } from "../../submissions/spam/spam-check.server.ts";
import {
  failureReply,
  reply,
  type Reply,
  type FormDeps,
  reportTo,
} from "../../submissions/form-action.server.ts";
import type { KeptFiles, QuestionnaireResult } from "./questionnaire-result.ts";
import { keptFiles, readPostedForm } from "./posted-form.server.ts";
import { questionnaireSchema, type Answers } from "./schema.server.ts";
import { ATTACHMENTS, questions } from "./steps.ts";
import { storeQuestionnaire, type QuestionnaireStore } from "./store-questionnaire.server.ts";
import { createThrottle } from "../../platform/rate-limit.server.ts";
import type { Files } from "./files.server.ts";
import { questionnaireEmails } from "./emails.server.tsx";

export interface QuestionnaireReceiver extends QuestionnaireStore {
  /** Throws an AppError `too-many-requests` when this visitor has sent too much. */
  throttle?: (callerKey: string) => Promise<void>;
  spamCheck?: SpamCheck;
  /** Id of the request in the log; shown to the visitor after a failure. */
  requestId?: string;
}

/**
 * Checks all five steps and the files of a posted questionnaire and saves it once as `questionnaire.<uuid>`. Never throws:
 * every failure is a result with its status. When the same id is sent again, the first submission stays.
 */
export async function receiveQuestionnaire(
  request: Request,
  callerKey: string,
  receiver: QuestionnaireReceiver,
): Promise<Reply<QuestionnaireResult>> {
  let known: { submission?: SubmissionResult; kept?: KeptFiles } = {};
  try {
    await receiver.throttle?.(callerKey);
    const posted = await readPostedForm(request, callerKey, receiver.storage);
    const findSpamReason = receiver.spamCheck?.(posted.form, callerKey);
    dropUnasked(posted.form);
    const submission = parseWithZod(posted.form, { schema: questionnaireSchema });
    const kept = await keptFiles(receiver.storage, posted);
    const invalid = (problems: readonly string[]) => {
      const fieldErrors = problems.length > 0 ? { [ATTACHMENTS]: [...problems] } : {};
      return reply({ status: "invalid", submission: submission.reply({ fieldErrors }), kept } as const, 422);
    };
    known = { submission: submission.reply(), kept };
    if (submission.status !== "success" || posted.problems.length > 0) return invalid(posted.problems);
    const id = await storeQuestionnaire(submission.value as Answers, { ...posted, findSpamReason }, receiver);
    if (id === null) return invalid([storageMessage("storage/object-not-found")]);
    return reply({ status: "sent", reference: referenceNumber(receiver.secret, id) }, 200);
  } catch (cause) {
    const failure = failureReply(cause, receiver.report);
    const requestId = receiver.requestId?.slice(0, REQUEST_ID_SHOWN);
    return { ...failure, result: { ...failure.result, ...known, ...(requestId ? { requestId } : {}) } };
  }
}

/** Enough of a request id to find it in the log, short enough to read out. */
const REQUEST_ID_SHOWN = 8;

/** Removes answers to conditional questions that are not asked. */
function dropUnasked(form: FormData): void {
  for (const { name, whenYes } of questions) {
    if (whenYes && form.get(whenYes) !== "yes") form.delete(name);
  }
}

interface QuestionnaireDeps extends FormDeps {
  files: Pick<Files, "storage">;
}

/** The questionnaire of this site; its files are stored apart from it. */
export function createQuestionnaire(deps: QuestionnaireDeps) {
  const { env, log, secret, clients, queue, emailSite, spamCheck, files } = deps;
  const receiver = {
    client: clients.writeClient,
    queue,
    secret,
    throttle: createThrottle({ name: "questionnaire", requests: 40, seconds: 600 }, env.redis),
    spamCheck,
    emails: questionnaireEmails(emailSite),
    report: reportTo(log, "questionnaire"),
  };
  return {
    receive: async (request: Request, callerKey: string, requestId: string) =>
      receiveQuestionnaire(request, callerKey, { ...receiver, requestId, storage: await files.storage() }),
  };
}
