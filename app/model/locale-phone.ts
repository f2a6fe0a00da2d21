/** What is American about telephone numbers; the rest: `locale.ts`. */
export interface PhoneRules {
  /** The country code that a national number may be typed with; null where it then has other digits (a trunk 0). */
  readonly countryCode: string | null;
  /** How many digits a national number has. */
  readonly digits: number;
  /** Writes the digits of a national number, also of one that is still being typed. */
  marked(digits: string): string;
  /** Under the telephone field of every form. */
  readonly hint: string;
  readonly invalid: string;
}

function usPhone(digits: string): string {
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

export const PHONE: PhoneRules = {
  countryCode: "1",
  digits: 10,
  marked: usPhone,
  hint: "10 digits, for example (800) 555-0199. Outside the US, begin with + and the country code.",
  // docs/specification.md, section 5.
  invalid: "Please enter a valid 10-digit phone number",
};
