import type { SubmissionResult } from "@conform-to/react";
import { useMemo, useState } from "react";
import type { SummaryEntry } from "../ui/error-summary.tsx";
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

function typedIn(outcome: QuestionnaireOutcome | undefined): SubmissionResult["initialValue"] {
  return outcome && "submission" in outcome ? outcome.submission?.initialValue : undefined;
}

/** Fields that were edited since an outcome. */
interface Edited {
  since: QuestionnaireOutcome | undefined;
  names: readonly string[];
}

/**
 * The one map of errors that fields, summary and banner are made of: what the server found, less what was edited since.
 * `result` is the same for conform, without a status, with which it would move the focus itself.
 */
export function useErrors(outcome: QuestionnaireOutcome | undefined, formId: string) {
  const [edited, setEdited] = useState<Edited>({ since: outcome, names: [] });
  const result = useMemo<SubmissionResult>(() => {
    const gone = edited.since === outcome ? edited.names : [];
    const error = Object.fromEntries(
      Object.entries(errorsOf(outcome)).filter(([name]) => !gone.includes(name)),
    );
    const initialValue = typedIn(outcome);
    return { error, ...(initialValue ? { initialValue } : {}) };
  }, [outcome, edited]);

  const entries: SummaryEntry[] = fieldNames.flatMap((name) => {
    const message = result.error?.[name]?.[0];
    return message ? [{ id: `${formId}-${name}`, name, message }] : [];
  });

  /** An edited field is not wrong any more, until it is judged again. */
  function clear(name: string) {
    if (!result.error?.[name]) return;
    setEdited({ since: outcome, names: [...(edited.since === outcome ? edited.names : []), name] });
  }
  return { result, entries, clear };
}
