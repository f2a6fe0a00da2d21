import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** 32 characters that nobody takes for another one. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

const MAX_WRONG = 5;
/** Callers with wrong attempts that are remembered; beyond that the oldest is forgotten. */
const MAX_CALLERS = 10_000;
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
  /**
   * Checks a code or the password in constant time. The current code always works, once: its 80 bits cannot be guessed. After five
   * wrong attempts within a minute a caller's password is rejected.
   */
  redeem(given: string, caller: string): "right" | "wrong" | "too many";
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
  /** Wrong attempts by caller, in the order in which they expire. */
  const tries = new Map<string, { wrong: number; endsAt: number }>();
  return {
    get current() {
      return code;
    },
    redeem: (given, caller) => {
      for (const [key, { endsAt }] of tries) {
        if (now() < endsAt && tries.size < MAX_CALLERS) break;
        tries.delete(key);
      }
      const { wrong, endsAt } = tries.get(caller) ?? { wrong: 0, endsAt: now() + WRONG_WINDOW_MS };
      const asked = digest(given.trim());
      const isCode = timingSafeEqual(asked, digest(code));
      const isPassword = timingSafeEqual(asked, digest(password ?? code));
      if (isCode) {
        code = newCode();
        onNext(code);
        return "right";
      }
      if (wrong >= MAX_WRONG) return "too many";
      if (isPassword) return "right";
      tries.set(caller, { wrong: wrong + 1, endsAt });
      return "wrong";
    },
  };
}
