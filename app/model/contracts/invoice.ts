import type { CalendarDate } from "./billing-dates.ts";
import type { ContractAddress } from "./client-fields.ts";
import type { PaymentFrequency } from "./frequency.ts";
import type { Cents } from "./money.ts";
import type { StoredPayTerms } from "./pay-by.ts";

/** A line of an invoice, before any discount. */
export interface InvoiceLine {
  _key: string;
  description: string;
  /** What the price is for, such as `3 months, Jan 15 to Apr 14, 2027`, or `""`. */
  detail: string;
  quantity: number;
  unitCents: Cents;
  amountCents: Cents;
}

/** The company as it was when the invoice was issued. */
export interface Seller {
  companyName: string;
  legalName: string;
  street: string;
  suite: string;
  city: string;
  state: string;
  zipCode: string;
  email: string;
  phone: string;
}

export interface InvoicedClient {
  name: string;
  companyName: string;
  address: ContractAddress;
  email: string;
}

/** What an invoice is about, without its number and dates. Every amount is in cents. */
export interface InvoiceContent {
  lines: InvoiceLine[];
  subtotalCents: Cents;
  /** Taken off for the payment frequency. */
  discountCents: Cents;
  couponCents: Cents;
  couponCode: string;
  taxCents: Cents;
  /** Name and rate of the tax; absent without one. */
  taxLabel?: string | undefined;
  totalCents: Cents;
  /** `""` for the first invoice of a contract, one of several frequencies, and credit notes. */
  frequency: PaymentFrequency | "";
  /** First day of the period, and first day after it; `""` where the lines have different periods or none. */
  periodStart: CalendarDate | "";
  periodEnd: CalendarDate | "";
}

/**
 * A stored invoice or credit note. It never changes; what happens to it stands in the contract (`InvoiceSummary`). The
 * amounts of a credit note are what is credited, and positive.
 */
export interface InvoiceDocument extends InvoiceContent, StoredPayTerms {
  number: string;
  kind: "invoice" | "credit-note";
  contractId: string;
  /** Reference number of the contract. */
  reference: string;
  /** Number of the invoice that a credit note is about, else `""`. */
  credits: string;
  /** Why a credit note was issued, else `""`. */
  reason: string;
  issuedOn: CalendarDate;
  dueOn: CalendarDate;
  seller: Seller;
  client: InvoicedClient;
  policyVersion: string;
}

const DEFAULT_PREFIX = "INV";
const PREFIX = /^[A-Z][A-Z0-9]{0,7}$/;
const NUMBER = /^[A-Z][A-Z0-9]{0,7}-((?:20|21)\d{2}-\d{4,7})$/;

/** Returns the number of the `count`-th document of a year, `INV-2026-0001`. A prefix that is not valid counts as INV. */
export function invoiceNumber(prefix: string | null | undefined, year: string, count: number): string {
  const valid = prefix && PREFIX.test(prefix) ? prefix : DEFAULT_PREFIX;
  return `${valid}-${year}-${String(count).padStart(4, "0")}`;
}

/** Returns the document id of an invoice, `invoice.2026-0001`; null for what is no invoice number of this site. */
export function invoiceId(number: string): string | null {
  const [, serial] = NUMBER.exec(number) ?? [];
  return serial ? `invoice.${serial}` : null;
}

/** Id of the document that counts the invoices of a year. */
export const counterId = (year: string): string => `invoiceCounter.${year}`;
