/** What is American about postal codes. Apart from locale.ts, whose bytes every page loads. */
interface PostalCodes {
  /** Whether the state of an address is one of the country's; codes of other addresses may be those of any country. */
  hasState(state: string): boolean;
  /** What a code of the country looks like. */
  readonly code: RegExp;
  readonly invalid: string;
}

/** States, districts, territories and military "states" of the United States, as the Postal Service abbreviates them (Publication 28, Appendix B). */
const STATES =
  "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,AS American Samoa,GU Guam,MP Northern Mariana Islands,PR Puerto Rico,VI Virgin Islands,FM Federated States of Micronesia,MH Marshall Islands,PW Palau,AA Armed Forces Americas,AE Armed Forces Europe,AP Armed Forces Pacific";

/** Without dots and spaces, so that `N.Y.` is `ny`. */
const key = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, "");

const NAMES = new Set(STATES.split(",").flatMap((state) => [key(state.slice(0, 2)), key(state.slice(3))]));

export const POSTAL_CODES: PostalCodes = {
  /** `NY`, `N.Y.` and `new york` are one. */
  hasState: (state) => NAMES.has(key(state)),
  code: /^\d{5}(?:[ -]?\d{4})?$/,
  invalid: "Please enter a ZIP code of five or nine digits",
};
