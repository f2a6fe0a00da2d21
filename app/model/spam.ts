/** Why a submission is suspected spam; stored with it as `suspected`. */
export type SpamReason = "hidden-field" | "no-mark" | "old-mark" | "too-quick" | "used-mark";

export const SPAM_REASON_TEXTS: Record<SpamReason, string> = {
  "hidden-field": "Probably sent by a program: it filled a field that people do not see.",
  "no-mark": "Probably sent by a program: it did not come from this site's form.",
  "old-mark": "Perhaps sent by a program: the form was fetched more than a month before.",
  "used-mark": "Perhaps sent by a program: the same opened form was sent more than once.",
  "too-quick": "Probably sent by a program: it was filled in in less than a second.",
};

/** Returns the description of a stored reason, or null when there is none. */
export function spamReasonText(stored: string | undefined): string | null {
  if (!stored) return null;
  return SPAM_REASON_TEXTS[stored as SpamReason] ?? stored;
}
