import type { SubmissionResult } from "@conform-to/react";
import type { Failed } from "../../platform/failure.ts";

/** What the form's endpoint answers. `submission` is conform's: the errors by field and what was typed. */
export type ContactOutcome =
  | { status: "sent"; reference: string }
  | { status: "invalid"; submission: SubmissionResult }
  | (Failed & { submission?: SubmissionResult });
