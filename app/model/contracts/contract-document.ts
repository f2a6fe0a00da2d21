import type { SpamReason } from "../spam.ts";
import type { CalendarDate } from "./billing-dates.ts";
import type { ContactInfo } from "./client-fields.ts";
import type { Coupon } from "./coupon.ts";
import type { PaymentFrequency } from "./frequency.ts";
import type { ContractEvent } from "./history.ts";
import type { Cents } from "./money.ts";
import type { CustomService, OrderLine, ScheduledPayment } from "./pricing.ts";
import type { ContractServices, CatalogueEntry } from "./services.ts";
import type { Tax } from "./tax.ts";

export type PaymentMethod = "invoice" | "stripe";
export type PaymentStatus = "pending" | "completed" | "error" | "invoice";

/** Where the money of a contract stands, apart from its review status. */
export type PaymentState = "waiting" | "due" | "paid" | "overdue" | "failed" | "refunded" | "cancelled";

/** Which policy the client agreed to: its version and the SHA-256 of its text. */
export interface AgreedPolicy {
  version: string;
  hash: string;
}

export interface Payer {
  name: string;
  email: string;
}

/** `payment` of a contract (docs/specification.md, section 3, and docs/decisions.md). Every amount is in cents. */
export interface ContractPayment {
  useStripe: boolean;
  paymentMethod: PaymentMethod;
  stripePaymentIntent: string;
  paymentStatus: PaymentStatus;
  amount: Cents;
  amountDueToday: Cents;
  oneTimeTotal: Cents;
  recurringTotal: Cents;
  recurringDiscount: Cents;
  /** What a coupon takes off, once. */
  couponDiscount: Cents;
  subscriptionId: string;
  /** All that was received so far, before refunds. */
  receivedAmount?: Cents;
  /** Who pays by card, from the card form. Receipts go to this address too when it differs from the contact's. */
  payer?: Payer;
  /** The card that is charged next; where nothing follows, the one that was charged last. */
  card?: { brand: string; last4: string };
  /** ISO time of a failed charge of a renewal, or `""`. Stripe tries again. */
  chargeFailedAt?: string;
  /** The customer at Stripe who has paid invoices of ours by card, or began to. */
  stripeCustomer?: string;
  /** Set after a refund or a chargeback. */
  refundedAmount?: Cents;
  disputed?: boolean;
  /** Refunds that Stripe is being asked for, each written before Stripe was; billing asks again. */
  pendingRefunds?: PendingRefund[];
  schedule: StoredSchedule[];
}

/** A refund of a charge that an admin has decided and Stripe has not yet confirmed. */
export interface PendingRefund {
  /** The form's nonce, also in the refund's metadata at Stripe. */
  _key: string;
  /** Id of the charge. */
  charge: string;
  amountCents: Cents;
  reason: string;
  /** Email of the admin. */
  by: string;
  /** ISO time. */
  requestedAt: string;
}

export type StoredSchedule = ScheduledPayment & {
  _key: string;
  /** Date of the next charge or invoice; absent when none follows. */
  nextDate?: CalendarDate | undefined;
};

/** A line of a contract as it was priced when the contract was placed. */
export type StoredLine = OrderLine & { _key: string };

/** The state of an invoice or a credit note. Its document never changes. */
export interface InvoiceSummary {
  _key: string;
  /** `INV-2026-0001`. */
  number: string;
  kind: "invoice" | "credit-note";
  issuedOn: CalendarDate;
  dueOn: CalendarDate;
  totalCents: Cents;
  receivedCents: Cents;
  status: "open" | "paid" | "void" | "credited";
  /** Of the recurring services that it is for; `""` for the first invoice of a contract and for one of several frequencies. */
  frequency: PaymentFrequency | "";
  periodStart: CalendarDate;
  periodEnd: CalendarDate;
  /** Dates of the reminders that were sent. */
  remindedOn: CalendarDate[];
  /** Of an invoice: what credit notes take off it. */
  creditedCents?: Cents;
  /** Of a credit note: the number of the invoice that it is for. */
  credits?: string;
  /** The last page (Checkout session) at Stripe on which its client began to pay by card: its id, and an ISO time. */
  checkout?: { id: string; openedAt: string };
}

export interface Cancellation {
  /** ISO time. */
  requestedAt: string;
  /** `client`, `Stripe` (its dashboard), or the admin's email. */
  by: string;
  /** The day after the last period that is paid, or invoiced. */
  endsOn: CalendarDate;
  /** The same of each frequency. Absent: all of them end on `endsOn`. */
  ends?: { _key: string; frequency: PaymentFrequency; endsOn: CalendarDate }[];
  /** The day on which the first of the services ends; revocable before it. */
  revocableUntil: CalendarDate;
  /** ISO time from which nothing more is charged; `""` until Stripe has agreed. */
  confirmedAt: string;
  /** ISO time, or `""`. */
  endedAt: string;
  /** ISO time at which somebody began to revoke it at Stripe; absent or `""` while nobody does. */
  revokingSince?: string;
}

/** What an admin offers to one client. Its prices are valid as long as the offer is open. */
export interface Offer {
  /** Version of the private link; a new link makes the former one invalid. */
  version: number;
  /** Incremented by every edit, so that nobody signs a page that is older than the last one. Absent: 1. */
  edition?: number;
  /** ISO time. */
  expiresAt: string;
  /** ISO time, or `""`. */
  revokedAt: string;
  /** E-mail of the admin. */
  createdBy: string;
  /** The services of the offer at the prices of the day it was made. */
  catalogue: (CatalogueEntry & { _key: string })[];
  coupon: Coupon | null;
}

/** A stored contract. Amounts are in cents. */
export interface ContractDocument {
  date: string;
  contactInfo: ContactInfo;
  services: ContractServices;
  lines: StoredLine[];
  /** Of the catalogue from which it was priced (`priceListVersion`); absent for an adminContract. */
  priceListVersion?: string;
  couponCode: string;
  /** In every amount; absent or null where none was added. */
  tax?: Tax | null | undefined;
  total: Cents;
  signature: string;
  agreedToTerms: boolean;
  agreedPolicy: AgreedPolicy;
  customServices: (CustomService & { _key: string })[];
  payment: ContractPayment;
  submittedAt: string;
  status: PaymentStatus;
  subscription: { id: string; status: string } | null;
  adminStatus: "new";
  /** Set with every change; absent for an offer that nobody has signed. */
  paymentState?: PaymentState;
  invoices?: InvoiceSummary[];
  cancellation?: Cancellation | null;
  /** Everything that happened, oldest first. */
  history?: ContractEvent[];
  suspected?: SpamReason;
  /** Hash of what only the browser that ordered knows (`secretHash` in `place-contract.server.ts`); absent for an adminContract. */
  secretHash?: string;
  /** Only of a contract that an admin has made for a client. */
  offer?: Offer;
}

/** Whether a contract is accepted: by invoice, or paid. Its content is immutable from then on. */
export function isAccepted(contract: Pick<ContractDocument, "status">): boolean {
  return contract.status === "completed" || contract.status === "invoice";
}

const DRAWN = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/;

/** Returns whether a signature was drawn (a PNG as a data URI); others are typed names. */
export const isDrawn = (signature: string): boolean => DRAWN.test(signature);
