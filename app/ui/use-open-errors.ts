import type { SubmissionResult } from "@conform-to/react";
import { useMemo, useState } from "react";

interface OpenErrors {
  /** For conform: without a status, with which it would move the focus itself. */
  result: SubmissionResult;
  /** A field was edited. */
  clear: (name: string) => void;
}

/** Whether an error is about the field, or about the group that it belongs to. */
const isAbout = (error: string, name: string) =>
  error === name || [".", "["].some((mark) => name.startsWith(error + mark));

/**
 * The one map of errors of a form: what the server found (`given`, a new object for every answer), less what was edited
 * since. An edited field is not wrong any more, until it is judged again.
 */
export function useOpenErrors(given: SubmissionResult | undefined): OpenErrors {
  const [edited, setEdited] = useState<{ since: typeof given; names: readonly string[] }>();
  const names = edited?.since === given ? edited?.names : undefined;
  const result = useMemo<SubmissionResult>(() => {
    const found = Object.entries(given?.error ?? {});
    const error = Object.fromEntries(found.filter(([name]) => !names?.some((one) => isAbout(name, one))));
    return {
      error,
      ...(given?.initialValue ? { initialValue: given.initialValue } : {}),
      // Done once, with the answer itself: another line would come with every edited field.
      ...(given?.intent && !names ? { intent: given.intent } : {}),
    };
  }, [given, names]);

  function clear(name: string) {
    if (!Object.keys(result.error ?? {}).some((error) => error !== "" && isAbout(error, name))) return;
    setEdited({ since: given, names: [...(names ?? []), name] });
  }
  return { result, clear };
}
