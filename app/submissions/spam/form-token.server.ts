import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.server.ts";
import { createLimiter } from "../../platform/rate-limit.server.ts";
import { keyedHash } from "../../platform/secret.server.ts";

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
  return keyedHash(secret, "form-token", content).subarray(0, 16).toString("base64url");
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
function createFocusToken(secret: string, previous: string | null, now: Date): string {
  const token = previous === null ? null : readFormToken(secret, previous);
  return createFormToken(secret, "begun", token?.kind === "begun" ? new Date(token.focusedAt) : now);
}

/** Returns the content of a posted token, or null when this site did not make it. */
export function readFormToken(secret: string, posted: string): FormToken | null {
  const { content = "", kind, time = "", seal: given = "" } = SHAPE.exec(posted)?.groups ?? {};
  if (!kind || !timingSafeEqual(Buffer.from(seal(secret, content)), Buffer.from(given))) return null;
  return { kind: kind as FormTokenKind, focusedAt: Number.parseInt(time, 36) };
}

/** Focus tokens per caller: enough for an office behind one IP, but not for a bot that collects them. */
const FOCUS_TOKENS = { name: "begun-forms", requests: 60, seconds: 600 };

interface FormTokenDeps {
  secret: string;
  redis: Env["redis"];
  clock: Clock;
}

/** Creates the service that issues form tokens (docs/decisions/0015-bots-and-forms.md). */
export function createFormTokens({ secret, redis, clock }: FormTokenDeps) {
  const limiter = createLimiter(FOCUS_TOKENS, redis);
  const forPage = () => createFormToken(secret, "page", clock());
  return {
    /** Returns the token in every page, the same for everybody. */
    forPage,
    /**
     * Returns the token for a form that got the focus. A caller over the limit gets the page's token, which counts for a few
     * submissions a day per caller.
     */
    forFocus: async (callerKey: string, previous: string | null): Promise<string> =>
      (await limiter.take(callerKey)) === 0 ? createFocusToken(secret, previous, clock()) : forPage(),
  };
}
