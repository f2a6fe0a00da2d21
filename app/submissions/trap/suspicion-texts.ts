import type { Suspicion } from "./trap.server.ts";

/** What an admin reads of each suspicion. */
export const SUSPICION_TEXTS: Record<Suspicion, string> = {
  "hidden-field": "Probably sent by a program: it filled a field that people do not see.",
  "no-mark": "Probably sent by a program: it did not come from this site's form.",
  "old-mark": "Perhaps sent by a program: the form was fetched more than a month before.",
  "used-mark": "Perhaps sent by a program: the same opened form was sent more than once.",
  "too-quick": "Probably sent by a program: it was filled in in less than a second.",
};

/** What an admin reads of a stored suspicion; null when there is none. */
export function suspicionText(stored: string | undefined): string | null {
  if (!stored) return null;
  return SUSPICION_TEXTS[stored as Suspicion] ?? stored;
}
