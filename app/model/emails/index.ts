import { invitation, passwordChanged, passwordReset } from "./accounts.ts";
import {
  contractNotice,
  messageNotice,
  moneyChanged,
  orderNotice,
  questionnaireNotice,
  submissionsDigest,
} from "./admins.ts";
import { creditNoteIssued, invoiceVoided } from "./credits.ts";
import { chargeFailed } from "./declined.ts";
import { cancellationConfirmed, servicesEnded } from "./endings.ts";
import { messageReceipt, newsletterWelcome, questionnaireReceipt } from "./forms.ts";
import * as invoices from "./invoices.ts";
import { contractLink, orderLink, orderReceipt } from "./orders.ts";
import { refundIssued } from "./refunds.ts";
import * as renewals from "./renewals.ts";
import type { EmailTemplate } from "./template.ts";

/** Every email of this site, in the order of the Studio's form. A template that is not listed here is never sent. */
export const EMAIL_TEMPLATES: readonly EmailTemplate[] = [
  messageReceipt,
  questionnaireReceipt,
  newsletterWelcome,
  orderReceipt,
  orderLink,
  contractLink,
  invoices.invoiceIssued,
  invoices.invoiceReminder,
  invoices.paymentReceived,
  invoiceVoided,
  creditNoteIssued,
  renewals.renewalReminder,
  renewals.priceChange,
  renewals.renewalReceipt,
  chargeFailed,
  cancellationConfirmed,
  renewals.cancellationRevoked,
  servicesEnded,
  refundIssued,
  orderNotice,
  contractNotice,
  passwordReset,
  passwordChanged,
  invitation,
  messageNotice,
  questionnaireNotice,
  submissionsDigest,
  moneyChanged,
];
