import { SHORT_TEXT } from "./text-lengths.ts";
import { oneLine } from "./typed-text.ts";

/** docs/specification.md, section 5. */
export const EMAIL_INVALID = "Please enter a valid email address";

const LOCAL = "[a-z0-9!#$%&'*+/=?^_`{|}~-]";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/**
 * The HTML standard's valid email address, with three rules more: no dot at an end of the local part, a domain of two labels at
 * least, and a last label of letters alone, or of another script (`xn--`).
 */
const EMAIL_ADDRESS = new RegExp(
  `^(?!\\.)(?:${LOCAL}|\\.)*${LOCAL}@(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`,
  "i",
);

/**
 * Returns an email address as it is stored: one line, and a domain of another script as it is sent (`xn--`), which Chromium does in its
 * field and other browsers do not.
 */
export function emailAddress(typed: string): string {
  const email = oneLine(typed);
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  if (email.length > SHORT_TEXT || !/^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return email;
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return email;
  }
}

/** Returns whether mail can be sent to an address that was typed. The one rule of every form, the Studio and commands. */
export function isEmailAddress(typed: string): boolean {
  const email = emailAddress(typed);
  return email.length <= SHORT_TEXT && EMAIL_ADDRESS.test(email);
}
