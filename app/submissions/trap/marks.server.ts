import { randomBytes, timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../platform/secret.server.ts";

/**
 * `page`: stands in the page, which is the same bytes for everyone all day, so it tells the day alone. `begun`: was asked
 * for when somebody began to fill in the form, tells the moment, and is like no other.
 */
export type MarkKind = "page" | "begun";

export interface Mark {
  kind: MarkKind;
  /** Milliseconds since 1970. */
  at: number;
}

const SHAPE = /^(?<kind>page|begun)-(?<rest>(?<time>[0-9a-z]{1,9})(?:-[\w-]{8})?)-(?<seal>[\w-]{22})$/;
const NONCE_BYTES = 6;
const DAY = 24 * 60 * 60 * 1000;

function seal(secret: string, content: string): string {
  return keyedHash(secret, "form-mark", content).subarray(0, 16).toString("base64url");
}

/** A mark for a form, such as `begun-mi8x2k3f-bm9uY2Ux-9J…`. It names nobody. */
export function makeMark(secret: string, kind: MarkKind, now: Date): string {
  const time = kind === "page" ? Math.floor(now.getTime() / DAY) * DAY : now.getTime();
  const nonce = kind === "page" ? "" : `-${randomBytes(NONCE_BYTES).toString("base64url")}`;
  const content = `${kind}-${time.toString(36)}${nonce}`;
  return `${content}-${seal(secret, content)}`;
}

/**
 * A mark for a form that is begun, or, where a begun form is sent once more, one of the moment of the mark `before`. Anything
 * else than a begun form's mark is passed over.
 */
export function makeBegunMark(secret: string, before: string | null, now: Date): string {
  const known = before === null ? null : readMark(secret, before);
  return makeMark(secret, "begun", known?.kind === "begun" ? new Date(known.at) : now);
}

/** What a mark says; null when this site has not made it. */
export function readMark(secret: string, posted: string): Mark | null {
  const { kind = "", rest = "", time = "", seal: given = "" } = SHAPE.exec(posted)?.groups ?? {};
  if (!kind) return null;
  const right = Buffer.from(seal(secret, `${kind}-${rest}`));
  if (!timingSafeEqual(right, Buffer.from(given))) return null;
  return { kind: kind as MarkKind, at: Number.parseInt(time, 36) };
}
