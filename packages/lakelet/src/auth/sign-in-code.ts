import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** 32 characters that nobody takes for another one. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

const MAX_WRONG = 5;
const WRONG_WINDOW_MS = 60_000;

const digest = (text: string): Buffer => hash("sha256", text, "buffer");

/** Returns 80 random bits, such as `x7km-p2ad-94wq-tt3n`. */
function newCode(): string {
  const letters = Array.from(randomBytes(GROUPS * GROUP_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join("").replace(/(?<=.)(?=(?:.{4})+$)/g, "-");
}

export interface SignInCodes {
  /** The code that works next. */
  readonly current: string;
  /** Checks a code in constant time. The current one works once, and only five wrong ones are taken within a minute. */
  redeem(given: string): "right" | "wrong" | "too many";
}

/**
 * Creates one-time codes that only somebody who sees the terminal knows.
 * @param password accepted beside the codes, any number of times
 * @param onNext called with each new code but the first
 */
export function createSignInCodes(
  password: string | undefined,
  onNext: (code: string) => void,
  now: () => number = Date.now,
): SignInCodes {
  let code = newCode();
  let wrong = 0;
  let windowEndsAt = 0;
  return {
    get current() {
      return code;
    },
    redeem: (given) => {
      if (now() >= windowEndsAt) wrong = 0;
      if (wrong >= MAX_WRONG) return "too many";
      const asked = digest(given.trim());
      const isCode = timingSafeEqual(asked, digest(code));
      const isPassword = timingSafeEqual(asked, digest(password ?? code));
      if (isCode) {
        code = newCode();
        onNext(code);
      }
      if (isCode || isPassword) return "right";
      if (wrong === 0) windowEndsAt = now() + WRONG_WINDOW_MS;
      wrong += 1;
      return "wrong";
    },
  };
}
