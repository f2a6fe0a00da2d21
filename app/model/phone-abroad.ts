import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { writtenAbroad } from "./phone.ts";

/**
 * Returns a number from abroad as its country writes it, behind its code: `+44 (0)20 79460958` → `+44 20 7946 0958`. Null where no
 * number of that country is as long, and for one with an extension. 25 kB in a browser, so it is loaded there when a number from
 * abroad is typed.
 */
export function readAbroad(text: string): string | null {
  const number = parsePhoneNumberFromString(writtenAbroad(text), { extract: false });
  return number?.isPossible() && !number.ext ? number.formatInternational() : null;
}
