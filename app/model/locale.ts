/**
 * What is American about this site, in one place, with `locale-phone.ts` and `locale-states.ts`, which only pages with a form
 * need. Texts are not: they are the Studio's, or stand in the `messages.ts` and
 * `texts.ts` of their rooms. docs/make-it-yours.md, "Another country".
 */
export interface Locale {
  /** BCP 47, of pages, feeds and every formatted date. */
  readonly language: string;
  /** ISO 4217, with two decimals. */
  readonly currency: string;
  readonly currencySymbol: string;
  /** What a cheque is called: "check" in the United States. */
  readonly cheque: string;
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
  readonly address: {
    readonly stateLabel: string;
    readonly zipLabel: string;
    /** City, state and ZIP code as one line. Any of them may be empty. */
    place(city: string, state: string, zip: string): string;
  };
}

const joined = (separator: string, ...parts: string[]): string => parts.filter(Boolean).join(separator);

export const LOCALE: Locale = {
  language: "en-US",
  currency: "USD",
  currencySymbol: "$",
  cheque: "check",
  currencyName: "dollars",
  groupMark: ",",
  decimalMark: ".",
  amount: (number, minus) => `${minus}$${number}`,
  timeZone: "America/New_York",
  timeZoneName: "New York time",
  country: "US",
  address: {
    stateLabel: "State",
    zipLabel: "ZIP code",
    place: (city, state, zip) => joined(" ", joined(", ", city, state), zip),
  },
};
