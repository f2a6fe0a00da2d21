import type { SubmissionResult } from "@conform-to/react";
import { useMemo, useState } from "react";
import { fieldNames } from "../../model/questionnaire-steps.ts";
import type { SummaryEntry } from "../../ui/error-summary.tsx";
import { useOnNew } from "../../ui/use-on-new.ts";
import { useOpenErrors } from "../../ui/use-open-errors.ts";
import { givenAnswers } from "./form-answers.ts";
import { FILE_TEXTS } from "./messages.ts";
import type { QuestionnaireResult } from "./questionnaire-result.ts";
import type { FilesProblem } from "./uploads-state.ts";

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

/** Returns what is wrong with the answers that were given on a step, from 1. */
function problemsOf(step: number, form: FormData): Record<string, string[]> {
  const answers = givenAnswers(form)[step - 1]?.answers ?? [];
  return Object.fromEntries(answers.flatMap(({ name, problem }) => (problem ? [[name, [problem]]] : [])));
}

/**
 * The single map of errors for fields, summary and banner: those of the last result, and what `check` has found since on a step
 * that was left. `isChecked`: it has found something since.
 */
export function useErrors(result: QuestionnaireResult | undefined, formId: string) {
  const [checked, setChecked] = useState<{ since: typeof result; error: Record<string, string[] | null> }>();
  const found = checked?.since === result ? checked : undefined;
  const given = useMemo(() => {
    const own = submissionOf(result);
    return found ? { ...own, error: found.error } : own;
  }, [result, found]);
  const { result: lastResult, clear } = useOpenErrors(given);
  const entries: SummaryEntry[] = fieldNames.flatMap((name) => {
    const message = lastResult.error?.[name]?.[0];
    return message ? [{ id: `${formId}-${name}`, name, message }] : [];
  });
  function check(step: number, form: FormData) {
    const problems = problemsOf(step, form);
    if (Object.keys(problems).length === 0) return;
    setChecked({ since: result, error: { ...lastResult.error, ...problems } });
  }
  return { lastResult, entries, clear, check, isChecked: found !== undefined };
}

const KEEPING: readonly string[] = Object.values(FILE_TEXTS.keeping);

/**
 * Removes the error about files that are not uploaded once it is no longer true. When the focused error summary disappears with
 * it, the focus moves to the file input (`inputId`), which is near Submit.
 */
export function useFilesArrived(
  problem: FilesProblem | null,
  errors: readonly string[] | undefined,
  clear: () => void,
  inputId: string,
): void {
  const said = errors?.find((message) => KEEPING.includes(message));
  const isOver = said !== undefined && (problem === null || said !== FILE_TEXTS.keeping[problem]);
  useOnNew(isOver, () => {
    if (!isOver) return;
    const summary = document.activeElement?.closest("[role=alert]");
    if (summary?.querySelectorAll("a").length === 1) document.getElementById(inputId)?.focus();
    clear();
  });
}
