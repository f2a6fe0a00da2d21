import { ACCOUNT } from "./auth/account-texts.ts";
import { SIGN_IN } from "./auth/texts.ts";
import { fieldsOfEmail } from "./email/template.ts";
import { EMAIL_TEMPLATES } from "./email/templates/index.ts";
import { defineTexts, type TextGroup } from "./model/texts.ts";
import { ORDER_FORM } from "./contracts/order/texts.ts";
import { NEWSLETTER } from "./forms/newsletter/messages.ts";
import { QUESTION_TEXTS } from "./forms/questionnaire/question-texts.ts";
import { CONSENT } from "./layout/consent/texts.ts";
import { ERROR_PAGES } from "./layout/error-texts.ts";
import { PAGE_TEXTS } from "./layout/page-texts.ts";
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
  ACCOUNT,
  PAGE_TEXTS,
  ERROR_PAGES,
  CONSENT,
];

/** The words of the emails; read when an email is sent (app/email/site-brand.server.ts). */
const EMAIL_TEXTS: TextGroup = defineTexts({
  type: "emailTexts",
  title: "Emails",
  path: null,
  texts: Object.fromEntries(EMAIL_TEMPLATES.flatMap(fieldsOfEmail)),
});

/** Every group that the Studio has a form of. */
export const STUDIO_TEXTS: readonly TextGroup[] = [...TEXT_GROUPS, EMAIL_TEXTS];
