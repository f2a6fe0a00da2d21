import type { EmailTemplate } from "../../../email/email.ts";
import { contractNotice } from "./contract-email.server.tsx";
import { INVOICE_EMAILS } from "./invoice-emails.server.tsx";
import { ORDER_EMAILS } from "./order-emails.server.tsx";
import { RENEWAL_EMAILS } from "./renewal-emails.server.tsx";

export const CONTRACT_EMAILS: readonly EmailTemplate[] = [
  ...ORDER_EMAILS,
  ...INVOICE_EMAILS,
  ...RENEWAL_EMAILS,
  contractNotice,
];
