import { type SpamReason } from "../../model/spam.ts";
import { systemClock, type Clock } from "../../platform/clock.ts";
import type { CountUse, UsageLimit } from "../../platform/usage-counter.server.ts";
import { readFormToken } from "./form-token.server.ts";
import { FORM_TOKEN, HONEYPOT } from "./page-token.ts";

/**
 * Removes the spam fields from a posted form. `callerKey` is the caller's key for limits. Returns a function that finds the
 * reason, to be called once the form is valid and its submission id is known.
 */
export type SpamCheck = (form: FormData, callerKey: string) => FindSpamReason;

/**
 * Counts the form's token for a submission, once however often that is sent. Returns why it is suspected, or null. The
 * reason is only stored: the submission is saved and answered like any other (docs/decisions/0015-bots-and-forms.md). Never
 * throws.
 */
export type FindSpamReason = (submissionId: string) => Promise<SpamReason | null>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Faster than any person, even one whose browser fills in all fields. */
const MIN_FILL_MS = 1_000;

/** Longer than a draft is stored (30 days); a page that stays open longer gets a new token when its form gets the focus. */
const MAX_AGE_MS = 31 * DAY_MS;

const USES_OF_FOCUS_TOKEN: UsageLimit = { name: "form-token", max: 1, ttlMs: MAX_AGE_MS };

/** The token of a page is the same for everyone, so its posts are counted by caller: more than a household sends in a day. */
const POSTS_WITHOUT_SCRIPTS: UsageLimit = { name: "page-mark", max: 10, ttlMs: DAY_MS };

/** Removes a field from the form. Returns its value, empty when it is missing. */
function take(form: FormData, name: string): string {
  const value = form.get(name) ?? "";
  form.delete(name);
  return typeof value === "string" ? value : "a file";
}

interface SpamCheckOptions {
  secret: string;
  countUse: CountUse;
  /** Called when uses cannot be counted; then nothing is suspected because of them. */
  onError: (error: unknown) => void;
  clock?: Clock;
}

/** Returns the check that all public forms share. */
export function createSpamCheck({
  secret,
  countUse,
  onError,
  clock = systemClock,
}: SpamCheckOptions): SpamCheck {
  return (form, callerKey) => {
    const [hidden, posted] = [take(form, HONEYPOT), take(form, FORM_TOKEN)];
    const token = readFormToken(secret, posted);
    const age = token ? clock().getTime() - token.focusedAt : 0;
    return async (submissionId) => {
      if (hidden !== "") return "hidden-field";
      if (!token) return "no-mark";
      if (age > MAX_AGE_MS) return "old-mark";
      const isPage = token.kind === "page";
      if (!isPage && age < MIN_FILL_MS) return "too-quick";
      const [limit, key] = isPage ? [POSTS_WITHOUT_SCRIPTS, callerKey] : [USES_OF_FOCUS_TOKEN, posted];
      const isWithinLimit = await countUse(limit, key, submissionId).catch((error: unknown) => {
        onError(error);
        return true;
      });
      return isWithinLimit ? null : "used-mark";
    };
  };
}

/** Returns the field that stores a reason in a submission's document. */
export function suspectedField(reason: SpamReason | null): { suspected?: SpamReason } {
  return reason ? { suspected: reason } : {};
}
