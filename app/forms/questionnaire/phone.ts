const DIGITS = 10;

const digitsIn = (text: string): string => text.replaceAll(/\D/g, "");

/**
 * Returns how many leading digits are the country code: a 1 behind a plus or before a space, dot or hyphen, and every 1
 * before more digits than a number has. No US area code begins with a 1.
 */
function countryCodeLength(text: string): number {
  const digits = digitsIn(text);
  let length = /^\s*(?:\+\s*1|1[\s.-])/.test(text) ? 1 : 0;
  while (digits.length - length > DIGITS && digits[length] === "1") length += 1;
  return length;
}

/** Returns the digits of a US number without the country code. Too many are not cut: the visitor has to see them. */
function phoneDigits(text: string): string {
  return digitsIn(text).slice(countryCodeLength(text));
}

/** The beginning of an international number, which says nothing yet. */
const isCountryCode = (text: string): boolean => /^\+1?$/.test(text);

function withMarks(digits: string): string {
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** `1234567890` → `(123) 456-7890`, also behind `+1` or `1`; incomplete numbers are formatted as far as they go. */
export function formatPhone(text: string): string {
  return isCountryCode(text) ? text : withMarks(phoneDigits(text));
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
  const markGone = withMarks(digits.join("")) !== value && isMarkGone(value, digits.join(""));
  if (inputType === "deleteContentBackward" && markGone) return [digits[0].slice(0, -1), digits[1]];
  if (inputType === "deleteContentForward" && markGone) return [digits[0], digits[1].slice(1)];
  return digits;
}

/** Returns whether exactly one separator is missing from a formatted number, which is what deleting it leaves. */
function isMarkGone(value: string, digits: string): boolean {
  const formatted = withMarks(digits);
  return formatted.length === value.length + 1;
}

/**
 * Returns what a telephone field shows after an edit, and its caret. Typing and deleting keep the caret at its digit; a
 * number entered at once (pasted, suggested, autofilled) ends with the caret after it.
 */
export function editPhone(input: PhoneInput): { value: string; caret: number } {
  // More than one character at once is not a key: phone keyboards suggest whole numbers, and scripts insert them.
  const key = input.inputType === "insertText" && (input.typed?.length ?? 0) <= 1;
  const byHand = key || input.inputType?.startsWith("delete");
  if (!byHand) {
    const value = formatPhone(input.value);
    const behind = digitsIn(input.value.slice(input.caret)).length;
    const count = Math.max(0, digitsIn(value).length - behind);
    return { value, caret: behind === 0 ? value.length : caretBehind(value, count) };
  }
  if (isCountryCode(input.value)) return { value: input.value, caret: input.caret };
  const [before, behind] = digitsAround(input);
  const dropped = countryCodeLength(key ? input.value : before + behind);
  const value = withMarks((before + behind).slice(dropped));
  return { value, caret: caretBehind(value, Math.max(0, before.length - dropped)) };
}

/** docs/specification.md, section 5: exactly ten digits, in any notation, with or without the country code. */
export function isPhone(text: string): boolean {
  return phoneDigits(text).length === DIGITS;
}
