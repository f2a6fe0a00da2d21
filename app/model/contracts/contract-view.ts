import { answerText, valueAt } from "../field.ts";
import type { ViewItem } from "../questionnaire-view.ts";
import { accountRows, orderRows } from "./account.ts";
import { listPrice, recurringLine, sumRow, type AmountRow } from "./amounts.ts";
import type { CalendarDate } from "./billing-dates.ts";
import { endText, serviceEnds } from "./cancellation.ts";
import { nameOfCard } from "./card.ts";
import { clientAddress, clientName, splitContactInfo, type ContactInfo } from "./client-fields.ts";
import { isAccepted, type ContractDocument } from "./contract-document.ts";
import { frequencyTerms } from "./frequency.ts";
import { authorOf, EVENT_LABELS, inOrder, type ContractEvent } from "./history.ts";
import { holdOf } from "./hold.ts";
import { listInvoices } from "./invoice-state.ts";
import { isOwnInvoiced } from "./own-invoices.ts";
import { paymentMarks, paymentStateOf, paymentWords, type PaymentFilter } from "./payment-state.ts";
import { nextPayments } from "./renewals.ts";
import { owedBack, undeliveredText } from "./undelivered.ts";

/** A contract as it is stored, or as somebody has made it with other means. */
type StoredDocument = { _id: string; _createdAt: string } & Partial<ContractDocument>;

/** Returns the selected services in the order in which they are stored, as they were priced. A missing quantity is 1. */
function serviceLines({ services, lines = [] }: StoredDocument) {
  const byService = new Map(lines.map((line) => [String(line.serviceId), line]));
  return Object.entries(services ?? {}).flatMap(([id, service]) => {
    const line = byService.get(id);
    if (service?.selected !== true || !line) return [];
    const { frequency } = line;
    return [
      {
        id,
        title: line.title,
        quantity: service.quantity ?? 1,
        /** Label of the billing frequency; empty for one-time services. */
        frequency: frequency ? frequencyTerms[frequency].label : "",
        /** How the price recurs; empty for one-time services. */
        period: frequency ? recurringLine(line, frequency) : "",
        /** Before any discount. */
        priceCents: listPrice(line),
      },
    ];
  });
}

/** Returns the client's fields, the company as their agency and the address as one (docs/decisions.md, Contract). */
function clientItems(contactInfo: Partial<ContactInfo>): ViewItem[] {
  const { contact } = splitContactInfo((field) => ({
    label: field.label,
    value: answerText(field, valueAt(contactInfo, field.name)),
  }));
  const { companyName, ...items } = contact;
  return [
    ...Object.values(items),
    { label: "Agency", value: companyName?.value ?? "" },
    { label: "Address", value: clientAddress(contactInfo.address ?? {}).join("\n") },
  ];
}

function amountsOf(document: StoredDocument): AmountRow[] {
  const { total = 0, payment, couponCode = "", lines = [], tax = null } = document;
  if (!payment) return [sumRow("Total", total)];
  const { amount = total, recurringDiscount = 0 } = payment;
  return orderRows({ lines, payment: { ...payment, amount, recurringDiscount }, couponCode, tax });
}

/** Words for the end of the recurring services, each with its last day. */
function cancellationText(document: StoredDocument, today: CalendarDate): string {
  const { cancellation, lines = [] } = document;
  if (!cancellation?.endsOn) return "";
  const ends = serviceEnds({ lines }, cancellation, today);
  const all = ends.map((end) => `${end.service}: ${endText(end)}`);
  const back = document.payment
    ? owedBack({ ...document, payment: document.payment } as ContractDocument)
    : [];
  const waiting = cancellation.confirmedAt === "" ? "; Stripe has not confirmed it yet" : "";
  const owed = back.map((row) => `To refund or credit: ${undeliveredText(row)}`);
  return [...all, ...owed, `Cancelled by ${authorOf(cancellation.by)}${waiting}`].join("\n");
}

function paymentItems(document: StoredDocument, today: CalendarDate): ViewItem[] {
  const { payment, subscription, agreedToTerms, agreedPolicy } = document;
  const { card } = payment ?? {};
  const ends = cancellationText(document, today);
  const version = agreedPolicy?.version ? `Yes, version ${agreedPolicy.version}` : "Yes";
  return [
    ...(payment ? [{ label: "Payment", value: paymentWords(document as ContractDocument, today) }] : []),
    ...(card?.last4 ? [{ label: "Card", value: nameOfCard(card) }] : []),
    ...(ends ? [{ label: "Cancellation", value: ends }] : []),
    ...(payment?.payer ? [{ label: "Payer", value: `${payment.payer.name}, ${payment.payer.email}` }] : []),
    ...(subscription?.id
      ? [{ label: "Subscription", value: [subscription.id, subscription.status].filter(Boolean).join(", ") }]
      : []),
    ...(payment?.disputed ? [{ label: "Dispute", value: "The cardholder disputes this payment" }] : []),
    { label: "Agreed to terms", value: agreedToTerms ? version : "No" },
  ];
}

/** Everything that happened, newest first. */
function timelineOf({ history = [] }: StoredDocument) {
  return inOrder<ContractEvent>(history)
    .map(({ _key, at, kind, by = "", amountCents, note = "" }) => ({
      key: _key,
      label: Object.hasOwn(EVENT_LABELS, kind) ? EVENT_LABELS[kind] : kind,
      at,
      /** As `authorOf`; `""` for what happened by itself. */
      by: authorOf(by),
      amountCents: amountCents ?? null,
      note,
    }))
    .toReversed();
}

/** Returns all that the detail of a contract shows on a date (docs/specification.md, section 2). Amounts are in cents. */
export function contractView(document: StoredDocument, today: CalendarDate) {
  const {
    contactInfo = {} as Partial<ContactInfo>,
    customServices = [],
    invoices = [],
    history = [],
  } = document;
  /** Null for one that was stored without what it costs. */
  const priced = document.payment ? (document as ContractDocument) : null;
  const account = priced ? accountRows(priced) : [];
  const paymentState: PaymentFilter = priced ? (paymentStateOf(priced, today) ?? "unsigned") : "due";
  return {
    id: document._id,
    name: clientName(contactInfo),
    submittedAt: document.submittedAt ?? document._createdAt,
    contact: clientItems(contactInfo),
    services: serviceLines(document),
    custom: customServices.map(({ _key, description, price }) => ({
      key: _key,
      description: description ?? "",
      price: price ?? 0,
    })),
    amounts: [...amountsOf(document), ...account],
    /** The last of `amounts`: what was invoiced, paid and refunded. */
    account,
    coupon: document.couponCode ?? "",
    paymentState,
    paymentMarks: priced ? paymentMarks(priced) : [],
    hold: priced && holdOf(priced),
    /** Whether money was received. */
    isPaid: document.status === "completed" || (document.payment?.receivedAmount ?? 0) > 0,
    /** Whether it was accepted with services that go on, and whether these are cancelled. */
    isRecurring: !!priced && isAccepted(priced) && (priced.payment.schedule ?? []).length > 0,
    isCancelled: Boolean(document.cancellation?.requestedAt),
    nextPayments: priced ? nextPayments(priced, today) : [],
    invoices: listInvoices({ invoices, history }, today),
    /** Whether invoices of it are sent by the owner. */
    isOwnInvoiced: isOwnInvoiced(document),
    timeline: timelineOf(document),
    paymentIntent: document.payment?.stripePaymentIntent ?? "",
    payment: paymentItems(document, today),
    signature: document.signature ?? "",
  };
}

export type ContractView = ReturnType<typeof contractView>;
