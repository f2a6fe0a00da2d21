import { SIGN_IN } from "./auth/texts.ts";
import type { TextGroup } from "./content/texts.ts";
import { ORDER_FORM } from "./contracts/texts.ts";
import { NEWSLETTER } from "./forms/newsletter/messages.ts";
import { QUESTION_TEXTS } from "./forms/questionnaire/question-texts.ts";
import { CONSENT } from "./layout/consent-texts.ts";
import { ERROR_PAGES } from "./layout/error-texts.ts";
import { GET_STARTED } from "./pages/get-started/texts.ts";
import { THANK_YOU } from "./pages/thank-you/texts.ts";

/**
 * Every text of the site's pages that has a default and can be changed in the Studio. `siteQuery` reads them, the Studio makes a
 * form of each group, and the seed has their defaults (app/text-groups.test.ts).
 */
export const TEXT_GROUPS: readonly TextGroup[] = [
  GET_STARTED,
  QUESTION_TEXTS,
  ORDER_FORM,
  THANK_YOU,
  NEWSLETTER,
  SIGN_IN,
  ERROR_PAGES,
  CONSENT,
];
