import { EMAIL_TEMPLATES } from "./emails/index.ts";
import { fieldsOfEmail } from "./emails/template.ts";
import accountMenu from "./texts/account-menu.json" with { type: "json" };
import account from "./texts/account.json" with { type: "json" };
import consent from "./texts/consent.json" with { type: "json" };
import contactForm from "./texts/contact-form.json" with { type: "json" };
import errorPages from "./texts/error-pages.json" with { type: "json" };
import getStarted from "./texts/get-started.json" with { type: "json" };
import newsletter from "./texts/newsletter.json" with { type: "json" };
import notAdmin from "./texts/not-admin.json" with { type: "json" };
import orderForm from "./texts/order-form.json" with { type: "json" };
import pages from "./texts/pages.json" with { type: "json" };
import { QUESTION_TEXTS } from "./texts/questions.ts";
import reading from "./texts/reading.json" with { type: "json" };
import signIn from "./texts/sign-in.json" with { type: "json" };
import signUp from "./texts/sign-up.json" with { type: "json" };
import type { TextGroup } from "./texts/texts.ts";
import thankYou from "./texts/thank-you.json" with { type: "json" };

/**
 * Every text of the site's pages that has a default and can be changed in the Studio. `siteQuery` reads them and the Studio makes
 * a form of each group. What every page says is a file of its own, so that a page loads no more than it needs.
 */
export const TEXT_GROUPS: readonly TextGroup[] = [
  getStarted,
  contactForm,
  QUESTION_TEXTS,
  orderForm,
  thankYou,
  { ...newsletter, texts: { ...signUp.texts, ...newsletter.texts } },
  { ...signIn, texts: { ...signIn.texts, ...notAdmin.texts } },
  { ...account, texts: { ...account.texts, ...accountMenu.texts } },
  { ...pages, texts: { ...pages.texts, ...reading.texts } },
  errorPages,
  consent,
];

/** The words of the emails; read when an email is sent (app/email/site-brand.server.ts). */
export const EMAIL_TEXTS: TextGroup = {
  type: "emailTexts",
  title: "Emails",
  path: null,
  texts: Object.fromEntries(EMAIL_TEMPLATES.flatMap(fieldsOfEmail)),
};

/** Every group that the Studio has a form of. */
export const STUDIO_TEXTS: readonly TextGroup[] = [...TEXT_GROUPS, EMAIL_TEXTS];
