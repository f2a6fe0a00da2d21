import type { ContractDetailQueryResult } from "../content/sanity.types.ts";
import { amountRows, type AmountRow } from "../contracts/amounts.ts";
import type { PaymentStatus } from "../contracts/contract-document.ts";
import { frequencyTerms, isPaymentFrequency } from "../contracts/frequency.ts";
import { clientFields } from "../contracts/form-values.ts";
import type { Cents } from "../contracts/money.ts";
import { answerText, valueAt } from "../submissions/field.ts";
import type { ViewItem } from "./questionnaire-view.ts";

type ContractDocument = NonNullable<ContractDetailQueryResult["document"]>;
type Catalogue = ContractDetailQueryResult["catalogue"];

export interface ServiceLine {
  id: string;
  title: string;
  quantity: number;
  /** Label of the billing frequency; empty for one-time services. */
  frequency: string;
}

export interface CustomLine {
  key: string;
  description: string;
  price: Cents;
}

/** All that the detail of a contract shows (docs/specification.md, section 2). Amounts are in cents. */
export interface ContractView {
  id: string;
  name: string;
  submittedAt: string;
  contact: ViewItem[];
  agency: string;
  address: string[];
  services: ServiceLine[];
  custom: CustomLine[];
  amounts: AmountRow[];
  coupon: string;
  payment: ViewItem[];
  signature: string;
}

const PAYMENT_WORDS: Record<string, string> = {
  pending: "Waiting for payment",
  completed: "Paid",
  error: "Card payment failed",
  invoice: "By invoice",
};

/** Returns the selected services in the order in which they are stored. A missing quantity is 1. */
function serviceLines(services: ContractDocument["services"], catalogue: Catalogue): ServiceLine[] {
  const titles = new Map(catalogue.map(({ serviceId, title }) => [String(serviceId), title]));
  const stored: Record<string, { selected?: boolean; quantity?: number; paymentFrequency?: string }> =
    services ?? {};
  return Object.entries(stored).flatMap(([id, service]) => {
    if (service?.selected !== true) return [];
    const frequency = service.paymentFrequency;
    return [
      {
        id,
        title: titles.get(id) ?? id,
        quantity: service.quantity ?? 1,
        frequency: isPaymentFrequency(frequency) ? frequencyTerms[frequency].label : "",
      },
    ];
  });
}

function addressLines(address: NonNullable<ContractDocument["contactInfo"]>["address"]): string[] {
  const { street, street2, city, state, zipCode } = address ?? {};
  const place = [[city, state].filter(Boolean).join(", "), zipCode].filter(Boolean).join(" ");
  return [street, street2, place].filter((line): line is string => Boolean(line));
}

function amountsOf({ payment, status, total = 0, couponCode = "" }: ContractDocument): AmountRow[] {
  if (!payment) return [{ label: "Total", cents: total, isSum: true }];
  const {
    amount = total,
    amountDueToday = 0,
    oneTimeTotal = 0,
    recurringTotal = 0,
    recurringDiscount = 0,
    couponDiscount = 0,
    refundedAmount = 0,
  } = payment;
  const amounts = { amount, amountDueToday, oneTimeTotal, recurringTotal };
  return amountRows(
    { ...amounts, recurringDiscount, couponDiscount, refundedAmount },
    (payment.paymentStatus ?? status ?? "pending") as PaymentStatus,
    couponCode,
  );
}

function paymentItems({ payment, status, subscription, agreedToTerms, agreedPolicy }: ContractDocument) {
  const version = agreedPolicy?.version ? `Yes, version ${agreedPolicy.version}` : "Yes";
  const state = payment?.paymentStatus ?? status ?? "";
  return [
    { label: "Payment", value: PAYMENT_WORDS[state] ?? state },
    ...(subscription?.id
      ? [{ label: "Subscription", value: [subscription.id, subscription.status].filter(Boolean).join(", ") }]
      : []),
    ...(payment?.disputed ? [{ label: "Dispute", value: "The cardholder disputes this payment" }] : []),
    { label: "Agreed to terms", value: agreedToTerms ? version : "No" },
  ];
}

/** Returns the view of a contract for admins. `agency` is the client's company (docs/decisions.md, Contract). */
export function contractView(document: ContractDocument, catalogue: Catalogue): ContractView {
  const { contactInfo = {}, customServices = [] } = document;
  return {
    id: document._id,
    name: [contactInfo.firstName, contactInfo.lastName].filter(Boolean).join(" "),
    submittedAt: document.submittedAt ?? document._createdAt,
    contact: clientFields
      .filter(({ name }) => name !== "companyName" && !name.startsWith("address."))
      .map((field) => ({ label: field.label, value: answerText(field, valueAt(contactInfo, field.name)) })),
    agency: contactInfo.companyName ?? "",
    address: addressLines(contactInfo.address),
    services: serviceLines(document.services, catalogue),
    custom: customServices.map(({ _key, description, price }) => ({
      key: _key,
      description: description ?? "",
      price: price ?? 0,
    })),
    amounts: amountsOf(document),
    coupon: document.couponCode ?? "",
    payment: paymentItems(document),
    signature: document.signature ?? "",
  };
}
