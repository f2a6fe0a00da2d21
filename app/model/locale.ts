/**
 * What is American about this site, in one place, with `locale-states.ts`, which only pages with an address need. Texts are not: they are the Studio's, or stand in the `messages.ts` and
 * `texts.ts` of their rooms. docs/make-it-yours.md, "Another country".
 */
export interface Locale {
  /** BCP 47, of pages, feeds and every formatted date. */
  readonly language: string;
  /** ISO 4217, with two decimals. */
  readonly currency: string;
  readonly currencySymbol: string;
  /** What its unit is called in labels: "Price in dollars". */
  readonly currencyName: string;
  readonly groupMark: string;
  readonly decimalMark: string;
  /** Completes a formatted number to an amount; `minus` is `-` or empty. Agrees with `Intl` for the language. */
  amount(number: string, minus: string): string;
  /** The company's time zone (docs/decisions.md, "Identity and content"): of every date that does not follow the reader's. */
  readonly timeZone: string;
  /** What a date in it says where the reader may be elsewhere. */
  readonly timeZoneName: string;
  /** ISO 3166-1, of a company whose settings name no country. */
  readonly country: string;
  readonly phone: {
    /** The country code that a national number may be typed with; null where it then has other digits (a trunk 0). */
    readonly countryCode: string | null;
    /** How many digits a national number has. */
    readonly digits: number;
    /** Writes the digits of a national number, also of one that is still being typed. */
    marked(digits: string): string;
    /** Under the telephone field of every form. */
    readonly hint: string;
    readonly invalid: string;
  };
  readonly address: {
    readonly stateLabel: string;
    readonly zipLabel: string;
    /** City, state and ZIP code as one line. Any of them may be empty. */
    place(city: string, state: string, zip: string): string;
  };
}

function usPhone(digits: string): string {
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

const joined = (separator: string, ...parts: string[]): string => parts.filter(Boolean).join(separator);

export const LOCALE: Locale = {
  language: "en-US",
  currency: "USD",
  currencySymbol: "$",
  currencyName: "dollars",
  groupMark: ",",
  decimalMark: ".",
  amount: (number, minus) => `${minus}$${number}`,
  timeZone: "America/New_York",
  timeZoneName: "New York time",
  country: "US",
  phone: {
    countryCode: "1",
    digits: 10,
    marked: usPhone,
    hint: "10 digits, for example (212) 555-0142. Outside the US, begin with + and the country code.",
    // docs/specification.md, section 5.
    invalid: "Please enter a valid 10-digit phone number",
  },
  address: {
    stateLabel: "State",
    zipLabel: "ZIP code",
    place: (city, state, zip) => joined(" ", joined(", ", city, state), zip),
  },
};
