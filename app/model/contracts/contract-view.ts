import { amountRows, type AmountRow } from "./amounts.ts";
import type { ContractDocument as StoredDocument, PaymentStatus, StoredLine } from "./contract-document.ts";
import { formatDate, dateOf } from "./billing-dates.ts";
import { lastDayOf } from "./service-ends.ts";
import { EVENT_LABELS, inOrder, type EventKind } from "./history.ts";
import { linesOf } from "./lines.ts";
import { isPaymentFilter, paymentStateOf, type PaymentFilter } from "./payment-state.ts";
import type { CatalogueEntry } from "./pricing.ts";
import { frequencyTerms, isPaymentFrequency } from "./frequency.ts";
import { clientFields } from "./client-fields.ts";
import { formatCents, type Cents } from "./money.ts";
import { listInvoices, type InvoiceItem } from "./invoice-state.ts";
import { nameOfCard } from "./card.ts";
import { answerText, valueAt } from "../field.ts";
import type { ViewItem } from "../questionnaire-view.ts";

type Loose<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Loose<Item>[]
    : Value extends object
      ? { [Key in Exclude<keyof Value, "_key">]?: Loose<Value[Key]> } & Pick<
          Value,
          Extract<keyof Value, "_key">
        >
      : Value;

/** A contract as any version of the site has stored it: what is missing was not known then. */
type ContractDocument = { _id: string; _createdAt: string } & Loose<StoredDocument>;

/** What can be ordered, as queried; some of it may be incomplete. */
type Catalogue = readonly CatalogueEntry[];

export interface ServiceLine {
  id: string;
  title: string;
  quantity: number;
  /** Label of the billing frequency; empty for one-time services. */
  frequency: string;
  /** What every period costs, "$684.00 every 3 months"; empty for one-time services and where it is not known. */
  period: string;
  /** Before any discount; null for an old contract whose prices have changed since. */
  priceCents: Cents | null;
}

/** A payment that repeats, with the date of the next one if any follows. */
export interface NextPayment {
  key: string;
  text: string;
  /** Calendar date, or `""`. */
  date: string;
}

/** An event in words. */
export interface TimelineEvent {
  key: string;
  label: string;
  /** ISO time. */
  at: string;
  /** "Client", the admin's email, or `""`. */
  by: string;
  amountCents: Cents | null;
  note: string;
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
  paymentState: PaymentFilter;
  /** Whether money was received. */
  isPaid: boolean;
  /** Whether it was accepted with services that go on, and whether these are cancelled. */
  isRecurring: boolean;
  isCancelled: boolean;
  payment: ViewItem[];
  nextPayments: NextPayment[];
  /** Newest first. */
  invoices: InvoiceItem[];
  /** Newest first. */
  timeline: TimelineEvent[];
  /** The payment intent at Stripe, or `""`. */
  paymentIntent: string;
  signature: string;
}

const PAYMENT_WORDS: Record<string, string> = {
  pending: "Waiting for payment",
  completed: "Paid",
  error: "Card payment failed",
  invoice: "By invoice",
};

function everyPeriod(cents: Cents, frequency: unknown): string {
  return isPaymentFrequency(frequency) ? `${formatCents(cents)} ${frequencyTerms[frequency].every}` : "";
}

/** Returns the stored lines by service; computed for a contract that was stored without them, where its prices are still known. */
function linesByService(document: ContractDocument, catalogue: Catalogue): Map<string, StoredLine> {
  const contract = document as unknown as StoredDocument;
  const isWhole = contract.payment !== undefined && contract.services !== undefined;
  const prices: readonly CatalogueEntry[] = catalogue;
  const lines = isWhole
    ? linesOf({ ...contract, customServices: contract.customServices ?? [] }, prices)
    : null;
  return new Map(lines?.map((line) => [line.serviceId, line]));
}

/** Returns the selected services in the order in which they are stored. A missing quantity is 1. */
function serviceLines(document: ContractDocument, catalogue: Catalogue): ServiceLine[] {
  const { services } = document;
  const lines = linesByService(document, catalogue);
  const titles = new Map(catalogue.map(({ serviceId, title }) => [String(serviceId), title]));
  return Object.entries(services ?? {}).flatMap(([id, service]) => {
    if (service?.selected !== true) return [];
    const line = lines.get(id);
    const frequency = line ? line.frequency : service.paymentFrequency;
    return [
      {
        id,
        title: line?.title ?? titles.get(id) ?? id,
        quantity: service.quantity ?? 1,
        frequency: isPaymentFrequency(frequency) ? frequencyTerms[frequency].label : "",
        period: line ? everyPeriod(line.paymentCents, frequency) : "",
        priceCents: line ? line.totalCents + line.discountCents + line.couponCents : null,
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

/** Words for the end of the recurring services. */
function cancellationText({ cancellation }: ContractDocument): string {
  if (!cancellation?.endsOn) return "";
  const by = cancellation.by === "client" ? "the client" : (cancellation.by ?? "");
  const end = formatDate(lastDayOf(cancellation.endsOn, { requestedAt: cancellation.requestedAt ?? "" }));
  const waiting = cancellation.confirmedAt === "" ? "; Stripe has not confirmed it yet" : "";
  return `${cancellation.endedAt ? "Ended" : "Ends"}: last day ${end}, cancelled by ${by}${waiting}`;
}

function paymentItems(document: ContractDocument): ViewItem[] {
  const { payment, status, subscription, agreedToTerms, agreedPolicy } = document;
  const { card, receivedAmount } = payment ?? {};
  const ends = cancellationText(document);
  const version = agreedPolicy?.version ? `Yes, version ${agreedPolicy.version}` : "Yes";
  const state = payment?.paymentStatus ?? status ?? "";
  return [
    { label: "Payment", value: PAYMENT_WORDS[state] ?? state },
    ...(card?.last4 ? [{ label: "Card", value: nameOfCard(card) }] : []),
    ...(receivedAmount === undefined ? [] : [{ label: "Received", value: formatCents(receivedAmount) }]),
    ...(ends ? [{ label: "Cancellation", value: ends }] : []),
    ...(payment?.payer ? [{ label: "Payer", value: `${payment.payer.name}, ${payment.payer.email}` }] : []),
    ...(subscription?.id
      ? [{ label: "Subscription", value: [subscription.id, subscription.status].filter(Boolean).join(", ") }]
      : []),
    ...(payment?.disputed ? [{ label: "Dispute", value: "The cardholder disputes this payment" }] : []),
    { label: "Agreed to terms", value: agreedToTerms ? version : "No" },
  ];
}

/** The payment state; by its status for a contract that was stored before payment states were. */
function paymentStateIn(document: ContractDocument): PaymentFilter {
  if (isPaymentFilter(document.paymentState)) return document.paymentState;
  const contract = document as unknown as StoredDocument;
  const state = contract.payment ? paymentStateOf(contract, dateOf(new Date())) : "due";
  return state ?? "unsigned";
}

function nextPayments({ payment }: ContractDocument): NextPayment[] {
  return (payment?.schedule ?? []).map(({ _key, frequency, amountCents = 0, nextDate = "" }) => ({
    key: _key,
    text: everyPeriod(amountCents, frequency) || formatCents(amountCents),
    date: nextDate,
  }));
}

function isEventKind(kind: unknown): kind is EventKind {
  return typeof kind === "string" && Object.hasOwn(EVENT_LABELS, kind);
}

type StoredEvent = Omit<NonNullable<ContractDocument["history"]>[number], "_type">;

/** Everything that happened, newest first. A contract of before histories were stored has its submission. */
function timelineOf(document: ContractDocument): TimelineEvent[] {
  const submitted = document.submittedAt ?? document._createdAt;
  const placed = { _key: "placed", at: submitted, kind: "placed", by: "client" };
  const events: readonly StoredEvent[] = document.history ?? [placed];
  return inOrder(events)
    .map(({ _key, at = "", kind = "", by = "", amountCents, note = "" }) => ({
      key: _key,
      label: isEventKind(kind) ? EVENT_LABELS[kind] : kind,
      at,
      by: by === "client" ? "Client" : by,
      amountCents: amountCents ?? null,
      note,
    }))
    .toReversed();
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
    services: serviceLines(document, catalogue),
    custom: customServices.map(({ _key, description, price }) => ({
      key: _key,
      description: description ?? "",
      price: price ?? 0,
    })),
    amounts: amountsOf(document),
    coupon: document.couponCode ?? "",
    paymentState: paymentStateIn(document),
    isPaid: document.status === "completed" || (document.payment?.receivedAmount ?? 0) > 0,
    isRecurring:
      (document.status === "completed" || document.status === "invoice") &&
      (document.payment?.schedule ?? []).length > 0,
    isCancelled: Boolean(document.cancellation?.requestedAt),
    nextPayments: nextPayments(document),
    invoices: listInvoices(document as unknown as StoredDocument, dateOf(new Date())),
    timeline: timelineOf(document),
    paymentIntent: document.payment?.stripePaymentIntent ?? "",
    payment: paymentItems(document),
    signature: document.signature ?? "",
  };
}
