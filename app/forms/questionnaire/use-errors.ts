import type { SubmissionResult } from "@conform-to/react";
import { useMemo } from "react";
import type { SummaryEntry } from "../../ui/error-summary.tsx";
import { useOpenErrors } from "../../ui/use-open-errors.ts";
import type { QuestionnaireOutcome } from "./outcome.ts";
import { fieldNames } from "./steps.ts";

type Errors = Readonly<Record<string, string[] | null>>;

function errorsOf(outcome: QuestionnaireOutcome | undefined): Errors {
  return outcome?.status === "invalid" ? (outcome.submission.error ?? {}) : {};
}

/** The first wrong field in the order of the questions. */
export function firstError(outcome: QuestionnaireOutcome | undefined): string | undefined {
  const errors = errorsOf(outcome);
  return fieldNames.find((name) => errors[name]);
}

/** What conform is given of an answer: after a failure what was typed, without errors. */
function submissionOf(outcome: QuestionnaireOutcome | undefined): SubmissionResult | undefined {
  if (!outcome || !("submission" in outcome)) return undefined;
  if (outcome.status === "invalid") return outcome.submission;
  return outcome.submission?.initialValue ? { initialValue: outcome.submission.initialValue } : undefined;
}

/** The one map of errors that fields, summary and banner are made of. */
export function useErrors(outcome: QuestionnaireOutcome | undefined, formId: string) {
  const { result, clear } = useOpenErrors(useMemo(() => submissionOf(outcome), [outcome]));
  const entries: SummaryEntry[] = fieldNames.flatMap((name) => {
    const message = result.error?.[name]?.[0];
    return message ? [{ id: `${formId}-${name}`, name, message }] : [];
  });
  return { result, entries, clear };
}
