import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { SanityClient } from "@sanity/client";
import type { AppError } from "../platform/errors.ts";
import { createSubmission } from "../submissions/create.server.ts";
import { readTextForm } from "../submissions/form-body.server.ts";
import { referenceNumber } from "../submissions/reference.server.ts";
import { failureReply, reply, type Reply } from "../submissions/reply.server.ts";
import type { RetryPolicy } from "../submissions/retry.server.ts";
import { submissionId } from "../submissions/submission-id.server.ts";
import { buildQuestionnaire } from "./document.ts";
import type { QuestionnaireOutcome } from "./outcome.ts";
import { questionnaireSchema, type Answers } from "./schema.server.ts";
import { questions } from "./steps.ts";

export interface QuestionnaireReceiver {
  /** With a write token. */
  client: SanityClient;
  secret: string;
  /** Throws an AppError `too-many-requests` when this visitor has sent too much. */
  throttle?: (request: Request) => Promise<void>;
  report: (error: AppError) => void;
  policy?: RetryPolicy;
}

const MANY = questions.filter((question) => question.kind === "checkboxes").map((question) => question.name);
/** Every text filled to its limit with the longest characters, percent-encoded. */
const MAX_BYTES = 1024 * 1024;
const NAMES = [...questions.map((question) => question.name), "submissionId"];

/**
 * Takes a posted questionnaire: checks all five steps, stores it once as `questionnaire.<uuid>`, and says what happened.
 * Never throws; every failure is an outcome with its status. Sent again under its id, the first one stays.
 */
export async function receiveQuestionnaire(
  request: Request,
  receiver: QuestionnaireReceiver,
): Promise<Reply<QuestionnaireOutcome>> {
  let typed: SubmissionResult | undefined;
  try {
    await receiver.throttle?.(request);
    const form = await readTextForm(request, NAMES, { many: MANY, maxBytes: MAX_BYTES });
    const postedId = String(form.get("submissionId") ?? "");
    form.delete("submissionId");
    const submission = parseWithZod(form, { schema: questionnaireSchema });
    typed = submission.reply();
    if (submission.status !== "success") return reply({ status: "invalid", submission: typed }, 422);
    const now = new Date();
    const answers = submission.value as Answers;
    const id = `questionnaire.${submissionId(postedId, receiver.secret, [JSON.stringify(answers)], now)}`;
    await createSubmission({
      client: receiver.client,
      type: "clientQuestionnaire",
      id,
      document: buildQuestionnaire(answers, [], now),
      ...(receiver.policy ? { policy: receiver.policy } : {}),
    });
    return reply({ status: "sent", reference: referenceNumber(receiver.secret, id) }, 200);
  } catch (cause) {
    const failure = failureReply(cause, receiver.report);
    return { ...failure, outcome: { ...failure.outcome, ...(typed ? { submission: typed } : {}) } };
  }
}
