/** A field that people do not see and programs fill in. Browsers do not autofill this name. */
export const HONEYPOT = "website";

/** The field with the form token: signed, with the time when the form was loaded or first focused. */
export const FORM_TOKEN = "formMark";

/** The fields that `SpamFields` adds to a form. */
export const SPAM_FIELDS = [HONEYPOT, FORM_TOKEN] as const;

/** Path that returns a token for a form that gets the focus. */
export const FORM_TOKEN_PATH = "/api/form-mark";

/** Why a submission is suspected spam; stored with it as `suspected`. */
export type SpamReason = "hidden-field" | "no-mark" | "old-mark" | "too-quick" | "used-mark";

/** Descriptions for admins. */
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
