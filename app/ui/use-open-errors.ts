import type { SubmissionResult } from "@conform-to/react";
import { useMemo, useState } from "react";
import { useOnNew } from "./use-on-new.ts";

interface OpenErrors {
  /** For conform's `lastResult`: without a status, with which conform would move the focus itself. */
  result: SubmissionResult;
  clear: (name: string) => void;
}

/** Returns whether an error is about the field or its group. */
const isAbout = (error: string, name: string) =>
  error === name || [".", "["].some((mark) => name.startsWith(error + mark));

/**
 * Returns the errors of a form: those of the server (`given`, a new object per response), without fields that were edited
 * since.
 */
export function useOpenErrors(given: SubmissionResult | undefined): OpenErrors {
  const [edited, setEdited] = useState<{ since: typeof given; names: readonly string[] }>();
  const names = edited?.since === given ? edited?.names : undefined;
  const result = useMemo<SubmissionResult>(() => {
    const found = Object.entries(given?.error ?? {});
    const error = Object.fromEntries(found.filter(([name]) => !names?.some((one) => isAbout(name, one))));
    return {
      error,
      // Null resets the form.
      ...(given?.initialValue === undefined ? {} : { initialValue: given.initialValue }),
      // Only once per response, or every edited field would repeat the intent.
      ...(given?.intent && !names ? { intent: given.intent } : {}),
    };
  }, [given, names]);

  function clear(name: string) {
    if (!Object.keys(result.error ?? {}).some((error) => error !== "" && isAbout(error, name))) return;
    setEdited({ since: given, names: [...(names ?? []), name] });
  }
  return { result, clear };
}

/**
 * Focuses the only field with an error after a response; several are listed in a summary, which takes the focus itself. `ids`
 * are those of the wrong fields.
 */
export function useFocusOnOnlyError(ids: readonly string[], response: unknown): void {
  useOnNew(response, () => {
    const [id] = ids;
    if (id && ids.length === 1) document.getElementById(id)?.focus();
  });
}
