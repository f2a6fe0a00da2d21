import type { SubmissionResult } from "@conform-to/react";
import { useMemo, useEffect } from "react";
import type { SummaryEntry } from "../../ui/error-summary.tsx";
import { useOpenErrors } from "../../ui/use-open-errors.ts";
import type { QuestionnaireResult } from "./questionnaire-result.ts";
import { fieldNames } from "./steps.ts";
import { FILE_TEXTS } from "./messages.ts";

type Errors = Readonly<Record<string, string[] | null>>;

function errorsOf(result: QuestionnaireResult | undefined): Errors {
  return result?.status === "invalid" ? (result.submission.error ?? {}) : {};
}

/** Returns the first wrong field in the order of the questions. */
export function firstError(result: QuestionnaireResult | undefined): string | undefined {
  const errors = errorsOf(result);
  return fieldNames.find((name) => errors[name]);
}

/** Returns the result for conform: after a failure the posted values without errors. */
function submissionOf(result: QuestionnaireResult | undefined): SubmissionResult | undefined {
  if (!result || !("submission" in result)) return undefined;
  if (result.status === "invalid") return result.submission;
  return result.submission?.initialValue ? { initialValue: result.submission.initialValue } : undefined;
}

/** The single map of errors for fields, summary and banner. */
export function useErrors(result: QuestionnaireResult | undefined, formId: string) {
  const { result: lastResult, clear } = useOpenErrors(useMemo(() => submissionOf(result), [result]));
  const entries: SummaryEntry[] = fieldNames.flatMap((name) => {
    const message = lastResult.error?.[name]?.[0];
    return message ? [{ id: `${formId}-${name}`, name, message }] : [];
  });
  return { lastResult, entries, clear };
}

/**
 * Removes the error about pending files once they are completed or removed. When the focused error summary disappears with
 * it, the focus moves to the file input (`inputId`), which is near Submit.
 */
export function useFilesArrived(
  pending: boolean,
  errors: readonly string[] | undefined,
  clear: () => void,
  inputId: string,
): void {
  const wrong = errors?.includes(FILE_TEXTS.pending) ?? false;
  useEffect(() => {
    if (!wrong || pending) return;
    const summary = document.activeElement?.closest("[role=alert]");
    if (summary?.querySelectorAll("a").length === 1) document.getElementById(inputId)?.focus();
    clear();
    // oxlint-disable-next-line react/exhaustive-deps -- `clear` is new on every rendering
  }, [pending, wrong, inputId]);
}
