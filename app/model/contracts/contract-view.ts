import { accountRows, orderRows } from "./account.ts";
import { listPrice, recurringPrice, sumRow, type AmountRow } from "./amounts.ts";
import type { ContractDocument as StoredDocument, StoredLine } from "./contract-document.ts";
import type { CalendarDate } from "./billing-dates.ts";
import { endText, serviceEnds } from "./service-ends.ts";
import { EVENT_LABELS, inOrder, type EventKind } from "./history.ts";
import { holdOf } from "./hold.ts";
import { nextPayments } from "./renewals.ts";
import { paymentMarks, paymentStateOf, paymentWords, type PaymentFilter } from "./payment-state.ts";
import { frequencyTerms, isPaymentFrequency } from "./frequency.ts";
import { clientAddress, clientName, splitContactInfo } from "./client-fields.ts";
import { listInvoices } from "./invoice-state.ts";
import { nameOfCard } from "./card.ts";
import { answerText, valueAt } from "../field.ts";
import type { ViewItem } from "../questionnaire-view.ts";
import { linesOf } from "./build-contract.ts";
import type { CatalogueEntry } from "./services.ts";

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

/** Returns the stored lines by service; computed for a contract that was stored without them, where its prices are still known. */
function linesByService(document: ContractDocument, catalogue: Catalogue): Map<string, StoredLine> {
  const contract = document as unknown as StoredDocument;
  const isWhole = contract.payment !== undefined && contract.services !== undefined;
  const lines = isWhole
    ? linesOf({ ...contract, customServices: contract.customServices ?? [] }, catalogue)
    : null;
  return new Map(lines?.map((line) => [line.serviceId, line]));
}

/** Returns the selected services in the order in which they are stored. A missing quantity is 1. */
function serviceLines(document: ContractDocument, catalogue: Catalogue) {
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
function clientItems(contactInfo: NonNullable<ContractDocument["contactInfo"]>): ViewItem[] {
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

function amountsOf(document: ContractDocument): AmountRow[] {
  const { total = 0, payment, couponCode = "" } = document;
  if (!payment) return [sumRow("Total", total)];
  const stored = document as unknown as StoredDocument;
  const { amount = total, recurringDiscount = 0 } = payment;
  return orderRows({ lines: [], payment: { ...stored.payment, amount, recurringDiscount }, couponCode });
}

/** Words for the end of the recurring services, each with its last day. */
function cancellationText(document: ContractDocument): string {
  const { cancellation, payment } = document as unknown as StoredDocument;
  if (!cancellation?.endsOn) return "";
  const schedule = payment?.schedule ?? [];
  const ends = serviceEnds(
    { ...(document as unknown as StoredDocument), payment: { schedule } },
    cancellation,
  );
  const all = ends.map((end) => `${end.service}: ${endText(end, Boolean(cancellation.endedAt))}`);
  const by = cancellation.by === "client" ? "the client" : cancellation.by;
  const waiting = cancellation.confirmedAt === "" ? "; Stripe has not confirmed it yet" : "";
  return [...all, `Cancelled by ${by}${waiting}`].join("\n");
}

function paymentItems(document: ContractDocument, today: CalendarDate): ViewItem[] {
  const { payment, subscription, agreedToTerms, agreedPolicy } = document;
  const { card } = payment ?? {};
  const ends = cancellationText(document);
  const version = agreedPolicy?.version ? `Yes, version ${agreedPolicy.version}` : "Yes";
  return [
    ...(payment
      ? [{ label: "Payment", value: paymentWords(document as unknown as StoredDocument, today) }]
      : []),
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

function paymentStateIn(document: ContractDocument, today: CalendarDate): PaymentFilter {
  const contract = document as unknown as StoredDocument;
  const state = contract.payment ? paymentStateOf(contract, today) : "due";
  return state ?? "unsigned";
}

function isEventKind(kind: unknown): kind is EventKind {
  return typeof kind === "string" && Object.hasOwn(EVENT_LABELS, kind);
}

type StoredEvent = Omit<NonNullable<ContractDocument["history"]>[number], "_type">;

/** Everything that happened, newest first. A contract of before histories were stored has its submission. */
function timelineOf(document: ContractDocument) {
  const submitted = document.submittedAt ?? document._createdAt;
  const placed = { _key: "placed", at: submitted, kind: "placed", by: "client" };
  const events: readonly StoredEvent[] = document.history ?? [placed];
  return inOrder(events)
    .map(({ _key, at = "", kind = "", by = "", amountCents, note = "" }) => ({
      key: _key,
      label: isEventKind(kind) ? EVENT_LABELS[kind] : kind,
      at,
      /** "Client", the admin's email, or `""`. */
      by: by === "client" ? "Client" : by,
      amountCents: amountCents ?? null,
      note,
    }))
    .toReversed();
}

/** Returns all that the detail of a contract shows on a date (docs/specification.md, section 2). Amounts are in cents. */
export function contractView(document: ContractDocument, catalogue: Catalogue, today: CalendarDate) {
  const stored = document as unknown as StoredDocument;
  const { contactInfo = {}, customServices = [] } = document;
  const account = document.payment ? accountRows(stored) : [];
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
    paymentState: paymentStateIn(document, today),
    paymentMarks: document.payment ? paymentMarks(stored) : [],
    hold: document.payment ? holdOf(stored) : null,
    /** Whether money was received. */
    isPaid: document.status === "completed" || (document.payment?.receivedAmount ?? 0) > 0,
    /** Whether it was accepted with services that go on, and whether these are cancelled. */
    isRecurring:
      (document.status === "completed" || document.status === "invoice") &&
      (document.payment?.schedule ?? []).length > 0,
    isCancelled: Boolean(document.cancellation?.requestedAt),
    nextPayments: document.payment ? nextPayments(stored, today) : [],
    invoices: listInvoices(stored, today),
    timeline: timelineOf(document),
    paymentIntent: document.payment?.stripePaymentIntent ?? "",
    payment: paymentItems(document, today),
    signature: document.signature ?? "",
  };
}

export type ContractView = ReturnType<typeof contractView>;
