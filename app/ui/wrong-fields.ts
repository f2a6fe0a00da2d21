import type { SubmissionResult } from "@conform-to/react";

interface Judged {
  submission?: SubmissionResult;
}

/**
 * Names of the fields that an outcome found wrong, in the order given. Of the outcome itself: conform's fields hold those of
 * the attempt before for one more render, and a summary of them would take the focus and go, and the focus with it.
 */
export function wrongFields<Name extends string>(
  names: readonly Name[],
  outcome: (Judged & { status: string }) | undefined,
): Name[] {
  return names.filter((name) => outcome?.submission?.error?.[name]?.length);
}
