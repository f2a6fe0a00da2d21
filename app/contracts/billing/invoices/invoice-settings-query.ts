import { defineQuery } from "groq";
import { paymentFragment } from "../../../content/fragments.ts";
import type { InvoiceSettingsQueryResult } from "../../../content/sanity.types.ts";

/** The company as invoices name it, and how they are made. */
export const invoiceSettingsQuery = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  companyName, email, phone, ${paymentFragment},
  address{ street, suite, city, state, zipCode },
  invoicePrefix, invoiceTermDays, overdueReminderDays,
  "ownInvoices": invoices == "own"
}`);

export type InvoiceSettings = NonNullable<InvoiceSettingsQueryResult>;

/** Used while an editor has emptied the setting. */
const TERM_DAYS = 30;

export const termDays = ({ invoiceTermDays }: InvoiceSettings): number => invoiceTermDays ?? TERM_DAYS;
