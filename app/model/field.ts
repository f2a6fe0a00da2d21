import { EMAIL_INVALID, isEmailAddress } from "./email-address.ts";
import { phoneProblem } from "./phone.ts";
import { postalCodeProblem } from "./postal-code.ts";
import { LONG_TEXT, SHORT_TEXT } from "./text-lengths.ts";

export interface Choice {
  value: string;
  label: string;
}

/**
 * One field of a submission type. Schema, lengths and labels of the form, the Studio's fields, the dashboard's detail and
 * search, and the exports all read the type's list of these.
 */
export interface SubmissionField {
  /** Path in the stored document; also the field's name in the form. */
  name: string;
  label: string;
  /** Label in the dashboard and the Studio, where it differs from the form's. */
  adminLabel?: string;
  /** Shown under the label. */
  hint?: string;
  /** `line` and `text` are one and several lines of text; `phone` is a number as `phone.ts` has it. */
  kind: "line" | "text" | "email" | "phone" | "zip" | "radio" | "select" | "checkboxes";
  /** Message for an empty required field (docs/specification.md, section 5). A field without one is optional. */
  required?: string;
  choices?: readonly Choice[];
  /** The choice of a visitor who chooses nothing; `""` if absent. */
  defaultValue?: string;
  autoComplete?: string;
  /** Whether the dashboard's search looks into it. */
  isSearched?: boolean;
}

/** Returns choices whose stored value is the label. */
export const asShown = (...values: string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: value }));

/** Returns the name of the field for the state in the address of a ZIP code. */
export const stateNameOf = (zipName: string): string => zipName.replace(/[^.]+$/, "state");

/**
 * Returns what is wrong with an answer that was given, or null. `state` is that of a ZIP code's address. The same in browser and
 * server.
 */
export function answerProblem(
  { kind }: Pick<SubmissionField, "kind">,
  text: string,
  state = "",
): string | null {
  if (kind === "phone") return phoneProblem(text);
  if (kind === "email") return isEmailAddress(text) ? null : EMAIL_INVALID;
  return kind === "zip" ? postalCodeProblem(text, state) : null;
}

/** Returns the most characters that a text field takes (docs/decisions.md, Questionnaire). */
export const maxLengthOf = ({ kind }: SubmissionField): number => (kind === "text" ? LONG_TEXT : SHORT_TEXT);

export const adminLabelOf = ({ label, adminLabel }: SubmissionField): string => adminLabel ?? label;

/** Returns an answer as text: a choice by its label, several joined by commas; `""` for anything else. */
export function answerText({ choices }: SubmissionField, value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string").join(", ");
  if (typeof value !== "string") return "";
  const choice = value === "" ? undefined : choices?.find((entry) => entry.value === value);
  return choice?.label ?? value;
}

/** Returns the value at a path such as `contactInfo.email`, or undefined. */
export function valueAt(document: unknown, path: string | readonly string[]): unknown {
  let value = document;
  for (const name of typeof path === "string" ? path.split(".") : path) {
    value =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value;
}

/** Returns a GROQ expression: the values of the searched fields as one lower-case string. */
export function searchText(fields: readonly SubmissionField[]): string {
  const values = fields.filter(({ isSearched }) => isSearched).map(({ name }) => `coalesce(${name}, "")`);
  return `lower(${values.join(' + " " + ')})`;
}
