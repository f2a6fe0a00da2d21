import { valueAt } from "../field.ts";
import { dateOf } from "../format.ts";
import { clientFields, type ContactInfo } from "./client-fields.ts";
import type {
  AgreedPolicy,
  ContractDocument,
  ContractPayment,
  PaymentMethod,
  StoredLine,
} from "./contract-document.ts";
import type { OrderTotals } from "./pricing.ts";
import { choiceKey, choicesOf, type ContractServices } from "./services.ts";

function storedLines({ lines }: OrderTotals): StoredLine[] {
  return lines.map((line) => ({ _key: line.serviceId, ...line }));
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
    date: dateOf(now),
    contactInfo: input.contactInfo,
    services: input.services,
    lines: storedLines(totals),
    couponCode: input.couponCode,
    ...(totals.tax ? { tax: totals.tax } : {}),
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
    paymentState: input.paymentMethod === "stripe" ? "waiting" : "due",
    history: [{ _key: "placed", at: now.toISOString(), kind: "placed", by: "client" }],
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
  return JSON.stringify([
    clientFields.map(({ name }) => valueAt(contactInfo, name)),
    choiceKey(choicesOf(services)),
    signature,
    couponCode,
    customServices.map(({ description, price }) => [description, price]),
  ]);
}

/** Whether two contracts have the same content, prices, payment method and agreement. */
export function isSameContract(current: ContractDocument, next: ContractDocument): boolean {
  const terms = ({ payment, tax }: ContractDocument) =>
    [payment.paymentMethod, payment.amount, payment.amountDueToday, tax?.name, tax?.percent].join();
  const agreed = current.agreedToTerms === next.agreedToTerms;
  return agreed && contentKey(current) === contentKey(next) && terms(current) === terms(next);
}
