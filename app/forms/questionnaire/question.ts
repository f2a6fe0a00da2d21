/** How a question is asked. `line` and `text` are one and several lines of text. */
type QuestionKind = "line" | "text" | "radio" | "select" | "checkboxes" | "email" | "phone";

interface Choice {
  value: string;
  label: string;
}

/** One question: its path in the stored document, how it is asked, and what is said when a required one is missing. */
export interface Question {
  name: string;
  label: string;
  kind: QuestionKind;
  /** The message of docs/specification.md, section 5 for an empty required field; a question without one is optional. */
  required?: string;
  hint?: string;
  choices?: readonly Choice[];
  /** For browsers that fill in what they know. */
  autoComplete?: string;
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

/** Choices that are stored as they are shown. */
export const asShown = (...values: string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: value }));
