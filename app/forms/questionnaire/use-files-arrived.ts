import { useEffect } from "react";
import { FILE_TEXTS } from "./messages.ts";

/**
 * Takes back that files are missing once they are there or gone. A summary of errors that held the focus goes with the last
 * of them: the focus goes on to the files then (`inputId`), from where Submit is near.
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
