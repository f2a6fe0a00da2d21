import { PHONE } from "./locale-phone.ts";
import { oneLine, plainDigits } from "./typed-text.ts";

const { countryCode: CODE, digits: DIGITS, marked, invalid: INVALID } = PHONE;
/** docs/decisions.md, "Questionnaire". */
const INVALID_ABROAD = "Please enter a valid phone number: + and 7 to 15 digits";

/** A number with the code of another country, or the plus that begins one, whatever stands before it. It is not formatted here. */
const ABROAD = new RegExp(String.raw`^[^\d+]*\+\D*(?!\D${CODE ? `|${CODE}` : ""})`);
const OWN_CODE = CODE && new RegExp(String.raw`^\D*(?:\+\D*${CODE}|${CODE}[\s.-])`);
/** What stands between two numbers, before an extension, or in a text, and in no number. */
const NO_SEPARATOR = /[\p{L}#*,;+]/u;
/** Plus, country code and number, with the usual separators. How many digits is counted apart (E.164: at most 15). */
const E164 = /^\+[\s(]*[1-9][\d\s()./-]*$/;

/** Reads digits, hyphens and a plus of any script. */
const readable = (text: string): string => plainDigits(text).replaceAll("\uFF0B", "+");
const digitsIn = (text: string): string => text.replaceAll(/\D/g, "");

/**
 * Returns how many leading digits are the country code: behind a plus or before a space, dot or hyphen, and as often as
 * it stands before more digits than a number has. No number begins with it: no US area code with a 1.
 */
function countryCodeLength(text: string): number {
  if (!CODE || !OWN_CODE) return 0;
  const digits = digitsIn(text);
  let length = OWN_CODE.test(text) ? CODE.length : 0;
  while (digits.length - length > DIGITS && digits.startsWith(CODE, length)) length += CODE.length;
  return length;
}

/** Returns the digits of a national number without the country code. Too many are not cut: the visitor has to see them. */
function phoneDigits(text: string): string {
  return digitsIn(text).slice(countryCodeLength(text));
}

/** A leading 0: an international prefix such as 00 or 011. Null in countries whose own numbers begin with a trunk 0. */
const DIALED = CODE ? /^\D*0/ : null;

/** A number from abroad, or what may become one or a national number with its country code. */
const isLeftAlone = (text: string): boolean =>
  ABROAD.test(text) || text === `+${CODE}` || (DIALED?.test(text) ?? false);

/** Whether nobody can have meant the text as a national number, so that formatting it would make another one of it. */
function isNoNumber(text: string): boolean {
  const { length } = phoneDigits(text);
  const [number = ""] = /\d.*\d/s.exec(text) ?? [];
  return length > DIGITS || NO_SEPARATOR.test(number) || (length < DIGITS && /\p{L}/u.test(text));
}

/** Returns the number from abroad in a text, from its plus on, with digits 0 to 9. */
export function writtenAbroad(text: string): string {
  const line = readable(oneLine(text));
  return line.slice(line.indexOf("+")).replace(/^\+[\s+]*/, "+");
}

/** Returns a number from abroad as it is stored, or null for one that no country has. */
type ReadAbroad = (text: string) => string | null;

/** Reads a number from abroad where the countries' rules are not loaded: 7 to 15 digits (E.164) behind the plus. */
function readByLength(text: string): string | null {
  const number = writtenAbroad(text);
  const { length } = digitsIn(number);
  return E164.test(number) && length >= 7 && length <= 15 ? number : null;
}

/** Returns whether a text is a number from abroad, or may become one. */
export const isAbroad = (text: string): boolean => ABROAD.test(readable(text));

/**
 * `1234567890` → `(123) 456-7890`, also behind `+1` or `1`; incomplete numbers are formatted as far as they go. A number with a `+` and
 * another country code is what `readAbroad` makes of it (phone-abroad.ts); what is no number of either kind is returned as typed.
 */
export function formatPhone(typed: string, readAbroad: ReadAbroad = () => null): string {
  const text = readable(typed);
  if (ABROAD.test(text)) return readAbroad(typed) ?? typed;
  return isLeftAlone(text) || isNoNumber(text) ? typed : marked(phoneDigits(text));
}

/** Returns the caret position after `count` digits. */
function caretBehind(formatted: string, count: number): number {
  if (count === 0) return 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index++) {
    if (/\d/.test(formatted[index] ?? "")) seen += 1;
    if (seen === count) return index + 1;
  }
  return formatted.length;
}

/** An input after an edit, and the kind of edit (`InputEvent.inputType`). */
export interface PhoneInput {
  value: string;
  caret: number;
  inputType?: string | undefined;
  /** The typed text (`InputEvent.data`). */
  typed?: string | null | undefined;
}

/** Returns the digits before and after the caret as the edit meant them: deleting a separator deletes its digit. */
function digitsAround({ value, caret, inputType }: PhoneInput): [before: string, behind: string] {
  const digits = [digitsIn(value.slice(0, caret)), digitsIn(value.slice(caret))] as [string, string];
  const markGone = isMarkGone(value, marked(digits.join("")));
  if (inputType === "deleteContentBackward" && markGone) return [digits[0].slice(0, -1), digits[1]];
  if (inputType === "deleteContentForward" && markGone) return [digits[0], digits[1].slice(1)];
  return digits;
}

/** Returns whether `value` is `formatted` without one of its separators, which is what deleting one leaves. */
function isMarkGone(value: string, formatted: string): boolean {
  return [...formatted].some(
    (mark, at) => /\D/.test(mark) && formatted.slice(0, at) + formatted.slice(at + 1) === value,
  );
}

/**
 * Returns what a telephone field shows after an edit, and its caret. Typing and deleting keep the caret at its digit, and an
 * eleventh digit that is typed is not taken; a number entered at once (pasted, suggested, autofilled) is never cut and ends
 * with the caret after it.
 */
export function editPhone(edit: PhoneInput): { value: string; caret: number } {
  const before = readable(edit.value.slice(0, edit.caret));
  const value = before + readable(edit.value.slice(edit.caret));
  return editReadable({ ...edit, value, caret: before.length, typed: edit.typed && readable(edit.typed) });
}

function editReadable(input: PhoneInput): { value: string; caret: number } {
  if (isLeftAlone(input.value)) return { value: input.value, caret: input.caret };
  // More than one character at once is not a key: phone keyboards suggest whole numbers, and scripts insert them.
  const key = input.inputType === "insertText" && (input.typed?.length ?? 0) <= 1;
  const byHand = key || input.inputType?.startsWith("delete");
  if (!byHand) {
    const value = formatPhone(input.value);
    if (value === input.value) return { value, caret: input.caret };
    const behind = digitsIn(input.value.slice(input.caret)).length;
    const count = Math.max(0, digitsIn(value).length - behind);
    return { value, caret: behind === 0 ? value.length : caretBehind(value, count) };
  }
  const [before, behind] = digitsAround(input);
  const dropped = countryCodeLength(key ? input.value : before + behind);
  const isTaken = !(key && /\d/.test(input.typed ?? "") && before.length + behind.length - dropped > DIGITS);
  const kept = isTaken ? before : before.slice(0, -1);
  const value = marked((kept + behind).slice(dropped));
  return { value, caret: caretBehind(value, Math.max(0, kept.length - dropped)) };
}

/**
 * Returns what is wrong with a telephone number, or null. A number with a `+` and another country code than 1 is one that `readAbroad`
 * takes; any other has exactly ten digits in any notation, with or without the 1.
 */
export function phoneProblem(typed: string, readAbroad: ReadAbroad = readByLength): string | null {
  const text = readable(typed);
  if (ABROAD.test(text)) return readAbroad(typed) === null ? INVALID_ABROAD : null;
  return phoneDigits(text).length === DIGITS && !isNoNumber(text) ? null : INVALID;
}
