const DIGITS = 10;

const digitsIn = (text: string): string => text.replaceAll(/\D/g, "");

/** Returns the digits of a US number that was entered at once: at most ten, without a leading 1 of eleven. */
function phoneDigits(text: string): string {
  const digits = digitsIn(text);
  const national = digits.length > DIGITS && digits.startsWith("1") ? digits.slice(1) : digits;
  return national.slice(0, DIGITS);
}

function withMarks(digits: string): string {
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** `1234567890` → `(123) 456-7890`; incomplete numbers are formatted as far as they go. */
export function formatPhone(text: string): string {
  return withMarks(phoneDigits(text));
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

/**
 * Returns the digits before and after the caret as the edit meant them: an eleventh digit is dropped, and deleting a
 * separator deletes its digit.
 */
function digitsAround({ value, caret, inputType, typed }: PhoneInput): [before: string, behind: string] {
  const [before, behind] = [value.slice(0, caret), value.slice(caret)];
  const digits = [digitsIn(before), digitsIn(behind)] as [string, string];
  if (inputType === "insertText" && digits.join("").length > DIGITS) {
    return [digitsIn(before.slice(0, before.length - (typed?.length ?? 0))), digits[1]];
  }
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
  const [before, behind] = digitsAround(input);
  const value = withMarks((before + behind).slice(0, DIGITS));
  return { value, caret: caretBehind(value, before.length) };
}

/** docs/specification.md, section 5: exactly ten digits, in any notation. */
export function isPhone(text: string): boolean {
  return digitsIn(text).length === DIGITS;
}
