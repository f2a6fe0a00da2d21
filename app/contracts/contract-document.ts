import type { SpamReason } from "../submissions/spam/spam-check.server.ts";
import type { Cents } from "./money.ts";
import type { Coupon } from "./coupon.ts";
import type { CatalogueEntry, OrderTotals, ScheduledPayment } from "./pricing.ts";
import { choicesOf, toContractServices, type ContractServices } from "./services.ts";

export type PaymentMethod = "invoice" | "stripe";
export type PaymentStatus = "pending" | "completed" | "error" | "invoice";

export interface ContractAddress {
  street: string;
  street2: string;
  city: string;
  state: string;
  zipCode: string;
}

export interface ContactInfo {
  firstName: string;
  lastName: string;
  companyName: string;
  phone: string;
  email: string;
  address: ContractAddress;
}

/** Which policy the client agreed to: its version and the SHA-256 of its text. */
export interface AgreedPolicy {
  version: string;
  hash: string;
}

export interface CustomService {
  description: string;
  price: Cents;
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
  /** Set after a refund or a chargeback. */
  refundedAmount?: Cents;
  disputed?: boolean;
  /** The invoice that Stripe hosts, its status, and the URL where the client can see and pay it. */
  hostedInvoiceId?: string;
  hostedInvoiceStatus?: string;
  hostedInvoiceUrl?: string;
  schedule: (ScheduledPayment & { _key: string })[];
}

export interface ContractSubscription {
  id: string;
  status: string;
}

/** What an admin offers to one client. Its prices are valid as long as the offer is open. */
export interface Offer {
  /** Version of the private link; a new link makes the former one invalid. */
  version: number;
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
  couponCode: string;
  total: Cents;
  signature: string;
  agreedToTerms: boolean;
  agreedPolicy: AgreedPolicy;
  customServices: (CustomService & { _key: string })[];
  payment: ContractPayment;
  submittedAt: string;
  status: PaymentStatus;
  subscription: ContractSubscription | null;
  adminStatus: "new";
  suspected?: SpamReason;
  /** Only of a contract that an admin has made for a client. */
  offer?: Offer;
}

/** What a visitor may set. Everything else is set by the server. */
export interface ContractInput {
  contactInfo: ContactInfo;
  services: ContractServices;
  paymentMethod: PaymentMethod;
  signature: string;
  /** As `normalCode` makes it; `""` without one, or where coupons are switched off. */
  couponCode: string;
  /** The client's wish in free text, without a price. */
  wish: string;
}

function payment(method: PaymentMethod, totals: OrderTotals): ContractPayment {
  return {
    useStripe: method === "stripe",
    paymentMethod: method,
    stripePaymentIntent: "",
    paymentStatus: method === "stripe" ? "pending" : "invoice",
    amount: totals.totalCents,
    amountDueToday: totals.dueTodayCents,
    oneTimeTotal: totals.oneTimeTotalCents,
    recurringTotal: totals.recurringTotalCents,
    recurringDiscount: totals.recurringDiscountCents,
    couponDiscount: totals.couponDiscountCents,
    subscriptionId: "",
    schedule: totals.schedule.map((entry) => ({ _key: entry.frequency, ...entry })),
  };
}

/** Calendar date in the company's time zone, `2026-11-21`. */
function dateIn(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(now);
}

/**
 * Returns the document of a new contract. Its status equals the payment status (docs/specification.md, section 4). A wish is
 * a custom service with the price 0: only an admin prices it.
 */
export function buildContract(
  input: ContractInput,
  totals: OrderTotals,
  agreedPolicy: AgreedPolicy,
  now: Date,
): ContractDocument {
  const paid = payment(input.paymentMethod, totals);
  return {
    date: dateIn(now, "America/New_York"),
    contactInfo: input.contactInfo,
    services: input.services,
    couponCode: input.couponCode,
    total: totals.totalCents,
    signature: input.signature,
    agreedToTerms: true,
    agreedPolicy,
    customServices: input.wish ? [{ _key: "wish", description: input.wish, price: 0 }] : [],
    payment: paid,
    submittedAt: now.toISOString(),
    status: paid.paymentStatus,
    subscription: null,
    adminStatus: "new",
  };
}

/** Returns what a client ordered as one text, without prices and payment method. */
export function contentKey({
  contactInfo,
  services,
  signature,
  couponCode,
  customServices,
}: ContractDocument): string {
  const { firstName, lastName, companyName, phone, email, address } = contactInfo;
  const { street, street2, city, state, zipCode } = address;
  const person = [firstName, lastName, companyName, phone, email];
  return JSON.stringify([
    person,
    [street, street2, city, state, zipCode],
    choicesOf(toContractServices(services)),
    signature,
    couponCode,
    customServices.map(({ description, price }) => [description, price]),
  ]);
}

/** Whether two contracts have the same content, prices, payment method and agreement. */
export function isSameContract(current: ContractDocument, next: ContractDocument): boolean {
  const terms = ({ payment }: ContractDocument) =>
    [payment.paymentMethod, payment.amount, payment.amountDueToday].join();
  const agreed = current.agreedToTerms === next.agreedToTerms;
  return agreed && contentKey(current) === contentKey(next) && terms(current) === terms(next);
}

/** Whether a contract is accepted: by invoice, or paid. Its content is immutable from then on. */
export function isAccepted(contract: Pick<ContractDocument, "status">): boolean {
  return contract.status === "completed" || contract.status === "invoice";
}
