import type { Choice, SubmissionField } from "./field.ts";

export interface Question extends SubmissionField {
  /** Heading over adjacent questions with the same part. */
  part?: string;
  /** Takes half the width on wide screens. */
  narrow?: boolean;
  /** Name of the yes/no question that has to be answered yes. */
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
