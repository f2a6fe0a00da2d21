const DIGITS = 10;

/** The digits of a US number: at most ten, a pasted leading 1 of eleven dropped. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, "");
  const national = digits.length > DIGITS && digits.startsWith("1") ? digits.slice(1) : digits;
  return national.slice(0, DIGITS);
}

/** `1234567890` → `(123) 456-7890`; what is not there yet is not guessed. */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text);
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Where the caret belongs after formatting: behind as many digits as stood before it. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  if (digitsBefore === 0) return 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index++) {
    if (/\d/.test(formatted[index] ?? "")) seen += 1;
    if (seen === digitsBefore) return index + 1;
  }
  return formatted.length;
}

export function isPhone(text: string): boolean {
  return text.replace(/\D/g, "").length === DIGITS;
}
