import type { SubmissionResult } from "@conform-to/react";
import type { Failed } from "../../platform/failure.ts";

/** A file that is stored and waits for the next attempt. */
export interface KeptFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** What a form that was posted with its files goes on with: the draft they belong to, and they themselves. */
export interface KeptFiles {
  draftId: string;
  files: KeptFile[];
}

/** What the questionnaire's endpoint answers. `submission` is conform's: errors by field and what was typed. */
export type QuestionnaireOutcome =
  | { status: "sent"; reference: string }
  | { status: "invalid"; submission: SubmissionResult; kept: KeptFiles }
  | (Failed & { submission?: SubmissionResult; kept?: KeptFiles; requestId?: string });
