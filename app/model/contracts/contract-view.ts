import { accountRows, orderRows } from "./account.ts";
import { endText, serviceEnds } from "./cancellation.ts";
import { listPrice, recurringPrice, sumRow, type AmountRow } from "./amounts.ts";
import { isAccepted, type ContractDocument } from "./contract-document.ts";
import type { CalendarDate } from "./billing-dates.ts";
import { EVENT_LABELS, inOrder, type ContractEvent } from "./history.ts";
import { holdOf } from "./hold.ts";
import { nextPayments } from "./renewals.ts";
import { paymentMarks, paymentStateOf, paymentWords, type PaymentFilter } from "./payment-state.ts";
import { frequencyTerms, isPaymentFrequency } from "./frequency.ts";
import { clientAddress, clientName, splitContactInfo, type ContactInfo } from "./client-fields.ts";
import { isOwnInvoiced } from "./own-invoices.ts";
import { listInvoices } from "./invoice-state.ts";
import { nameOfCard } from "./card.ts";
import { answerText, valueAt } from "../field.ts";
import type { ViewItem } from "../questionnaire-view.ts";
import { linesOf } from "./build-contract.ts";
import type { CatalogueEntry } from "./services.ts";

/** A contract as any version of the site has stored it: what is missing was not known then. */
type StoredDocument = { _id: string; _createdAt: string } & Partial<ContractDocument>;

/** Returns the stored lines by service; computed for a contract that was stored without them, where its prices are still known. */
function linesByService(document: StoredDocument, catalogue: readonly CatalogueEntry[]) {
  const { payment, services, customServices = [] } = document;
  const contract = { ...(document as ContractDocument), customServices };
  const lines = payment && services ? linesOf(contract, catalogue) : null;
  return new Map(lines?.map((line) => [line.serviceId, line]));
}

/** Returns the selected services in the order in which they are stored. A missing quantity is 1. */
function serviceLines(document: StoredDocument, catalogue: readonly CatalogueEntry[]) {
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
        /** Label of the billing frequency; empty for one-time services. */
        frequency: isPaymentFrequency(frequency) ? frequencyTerms[frequency].label : "",
        /** How the price recurs; empty for one-time services and where it is not known. */
        period: line?.frequency ? recurringPrice(line.paymentCents, line.frequency) : "",
        /** Before any discount; null for an old contract whose prices have changed since. */
        priceCents: line ? listPrice(line) : null,
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
  const { total = 0, payment, couponCode = "" } = document;
  if (!payment) return [sumRow("Total", total)];
  const { amount = total, recurringDiscount = 0 } = payment;
  return orderRows({ lines: [], payment: { ...payment, amount, recurringDiscount }, couponCode });
}

/** Words for the end of the recurring services, each with its last day. */
function cancellationText(document: StoredDocument): string {
  const { cancellation, payment, lines = [] } = document;
  if (!cancellation?.endsOn) return "";
  const ends = serviceEnds({ lines, payment: { schedule: payment?.schedule ?? [] } }, cancellation);
  const all = ends.map((end) => `${end.service}: ${endText(end, Boolean(cancellation.endedAt))}`);
  const by = cancellation.by === "client" ? "the client" : cancellation.by;
  const waiting = cancellation.confirmedAt === "" ? "; Stripe has not confirmed it yet" : "";
  return [...all, `Cancelled by ${by}${waiting}`].join("\n");
}

function paymentItems(document: StoredDocument, today: CalendarDate): ViewItem[] {
  const { payment, subscription, agreedToTerms, agreedPolicy } = document;
  const { card } = payment ?? {};
  const ends = cancellationText(document);
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

/** Everything that happened, newest first. A contract of before histories were stored has its submission. */
function timelineOf({ submittedAt, _createdAt, history }: StoredDocument) {
  const placed = { _key: "placed", at: submittedAt ?? _createdAt, kind: "placed", by: "client" } as const;
  return inOrder<ContractEvent>(history ?? [placed])
    .map(({ _key, at, kind, by = "", amountCents, note = "" }) => ({
      key: _key,
      label: Object.hasOwn(EVENT_LABELS, kind) ? EVENT_LABELS[kind] : kind,
      at,
      /** "Client", the admin's email, or `""`. */
      by: by === "client" ? "Client" : by,
      amountCents: amountCents ?? null,
      note,
    }))
    .toReversed();
}

/** Returns all that the detail of a contract shows on a date (docs/specification.md, section 2). Amounts are in cents. */
export function contractView(
  document: StoredDocument,
  catalogue: readonly CatalogueEntry[],
  today: CalendarDate,
) {
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
    services: serviceLines(document, catalogue),
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
