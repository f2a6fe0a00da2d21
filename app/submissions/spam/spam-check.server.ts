import { randomBytes, timingSafeEqual } from "node:crypto";
import { systemClock, type Clock } from "../../platform/clock.ts";
import { keyedHash } from "../../platform/secret.server.ts";
import type { CountUse, UsageLimit } from "../../platform/usage-counter.server.ts";
import { FORM_TOKEN, HONEYPOT, type SpamReason } from "./spam.ts";

/**
 * `page`: part of the page, whose bytes are the same for everyone all day, so it only holds the day. `begun`: requested when
 * the form first gets the focus; unique, and holds that time.
 */
type FormTokenKind = "page" | "begun";

interface FormToken {
  kind: FormTokenKind;
  /** The day or the time, in ms since 1970. */
  focusedAt: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const NONCE_BYTES = 6;
const SHAPE = /^(?<content>(?<kind>page|begun)-(?<time>[0-9a-z]{1,9})(?:-[\w-]{8})?)-(?<seal>[\w-]{22})$/;

function seal(secret: string, content: string): string {
  return keyedHash(secret, "form-mark", content).subarray(0, 16).toString("base64url");
}

/** Returns a form token, such as `begun-mi8x2k3f-bm9uY2Ux-9J…`. It identifies nobody. */
export function createFormToken(secret: string, kind: FormTokenKind, now: Date): string {
  const time = kind === "page" ? Math.floor(now.getTime() / DAY_MS) * DAY_MS : now.getTime();
  const nonce = kind === "page" ? "" : `-${randomBytes(NONCE_BYTES).toString("base64url")}`;
  const content = `${kind}-${time.toString(36)}${nonce}`;
  return `${content}-${seal(secret, content)}`;
}

/**
 * Returns a token for a form that just got the focus. For a form that is filled in once more it keeps the time of the
 * previous token. Ignores a previous token of any other kind.
 */
export function createFocusToken(secret: string, previous: string | null, now: Date): string {
  const token = previous === null ? null : readFormToken(secret, previous);
  return createFormToken(secret, "begun", token?.kind === "begun" ? new Date(token.focusedAt) : now);
}

/** Returns the content of a posted token, or null when this site did not make it. */
export function readFormToken(secret: string, posted: string): FormToken | null {
  const { content = "", kind, time = "", seal: given = "" } = SHAPE.exec(posted)?.groups ?? {};
  if (!kind || !timingSafeEqual(Buffer.from(seal(secret, content)), Buffer.from(given))) return null;
  return { kind: kind as FormTokenKind, focusedAt: Number.parseInt(time, 36) };
}

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

/** Faster than any person, even one whose browser fills in all fields. */
const MIN_FILL_MS = 1_000;

/** Longer than a draft is stored (30 days); a page that stays open longer gets a new token when its form gets the focus. */
const MAX_AGE_MS = 31 * DAY_MS;

const USES_OF_FOCUS_TOKEN: UsageLimit = { name: "form-mark", max: 1, ttlMs: MAX_AGE_MS };

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
