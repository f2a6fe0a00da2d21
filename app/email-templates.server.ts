import { ADMIN_EMAILS } from "./admin/digest.server.ts";
import { MONEY_EMAILS } from "./admin/money-watch.server.tsx";
import { AUTH_EMAILS } from "./auth/emails.server.ts";
import { CONTACT_EMAILS } from "./forms/contact/emails.server.tsx";
import { CONTRACT_EMAILS } from "./contracts/billing/emails/templates.server.ts";
import { NEWSLETTER_EMAILS } from "./forms/newsletter/emails.server.ts";
import { QUESTIONNAIRE_EMAILS } from "./forms/questionnaire/emails.server.tsx";
import type { EmailTemplate } from "./email/email.ts";

/** Every email of this site. A template that is not listed here is never sent. */
export const EMAIL_TEMPLATES: readonly EmailTemplate[] = [
  ...CONTACT_EMAILS,
  ...QUESTIONNAIRE_EMAILS,
  ...CONTRACT_EMAILS,
  ...NEWSLETTER_EMAILS,
  ...AUTH_EMAILS,
  ...ADMIN_EMAILS,
  ...MONEY_EMAILS,
];
