import type { Choice, SubmissionField } from "../../submissions/field.ts";

/** One question of the questionnaire. */
export interface Question extends SubmissionField {
  hint?: string;
  /** Questions of one part stand together under its name. */
  part?: string;
  /** Stands beside others on wide screens. */
  narrow?: boolean;
  /** Only asked when the question of that name has the answer yes. */
  whenYes?: string;
}

export interface Step {
  title: string;
  questions: readonly Question[];
}

export const NO_YES: readonly Choice[] = [
  { value: "no", label: "No" },
  { value: "yes", label: "Yes" },
];
