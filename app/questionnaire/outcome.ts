import type { SubmissionResult } from "@conform-to/react";
import type { Failed } from "../submissions/failure.ts";

/** What the questionnaire's endpoint answers. `submission` is conform's: errors by field and what was typed. */
export type QuestionnaireOutcome =
  | { status: "sent"; reference: string }
  | { status: "invalid"; submission: SubmissionResult }
  | (Failed & { submission?: SubmissionResult });
