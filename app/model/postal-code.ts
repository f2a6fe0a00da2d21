import { POSTAL_CODES } from "./locale-states.ts";
import { oneLine, plainDigits } from "./typed-text.ts";

/** What postal codes of the world look like (Universal Postal Union): 2 to 10 letters, digits, spaces and hyphens, one of them a digit. */
const POSTAL_CODE = /^(?=.*\d)[\p{L}\d][\p{L}\p{M}\d -]{0,8}[\p{L}\p{M}\d]$/u;
const INVALID = "Please enter a postal code of 2 to 10 letters and digits";

/** Returns a postal code as it is stored: without `〒`, with digits 0 to 9, plain hyphens without spaces around them, and single spaces. */
export const postalCode = (typed: string): string =>
  plainDigits(oneLine(typed).replace(/^〒/u, "")).trim().replaceAll(/\s+/g, " ").replaceAll(/ ?- ?/g, "-");

/** Returns what is wrong with a postal code of an address with this state, or null. */
export function postalCodeProblem(typed: string, state: string): string | null {
  const code = postalCode(typed);
  if (POSTAL_CODES.hasState(oneLine(state)))
    return POSTAL_CODES.code.test(code) ? null : POSTAL_CODES.invalid;
  return POSTAL_CODE.test(code) ? null : INVALID;
}
