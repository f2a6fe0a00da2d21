import type { EmailSite } from "../../../email/email.ts";
import type { ClientEmailProps } from "../../../model/emails/orders.ts";
import {
  cancellationConfirmed,
  cancellationRevoked,
  chargeFailed,
  endFacts,
  priceChange,
  refundIssued,
  renewalReceipt,
  renewalReminder,
  servicesEnded,
} from "../../../model/emails/renewals.ts";
import type { NewJob } from "../../../submissions/queue/job.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import { isByCard } from "../../../model/contracts/cancellation.ts";
import { lastDayOf, owedInvoices, serviceEnds } from "../../../model/contracts/service-ends.ts";
import { dateOf } from "../../../model/format.ts";
import { isAccepted } from "../../../model/contracts/contract-document.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { creditCents } from "../../../model/contracts/credit.ts";
import { accountRows, CREDIT_LEFT } from "../../../model/contracts/account.ts";
import { EVENT_LABELS, inOrder, type ContractEvent } from "../../../model/contracts/history.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { cardName, cardOfEvent } from "../../../model/contracts/card.ts";
import { contentRows } from "../../../model/contracts/invoice-content.ts";
import { cardPayments, receiptNumber } from "../../../model/contracts/payments.ts";
import { nextPayments, renewalOn } from "../../../model/contracts/renewals.ts";
import { invoiceJobs, type EventContext } from "./invoice-jobs.server.ts";
import { clientJobs, isUnproven, noticeJobs, orderJobs, orderUrl } from "./order-jobs.server.ts";

// The emails of a contract follow from what is stored: its receipt from its status, all others from its history. So they can be
// derived again after a crash, and a job that is queued again under its id changes nothing.

/** How long after an event its emails are queued, for sites that were away. A queue forgets what it sent after 90 days. */
const NEWS_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Events in this time after a contract was accepted are about its first payment. */
const FIRST_PAYMENT_DAYS = 20;

/** Whether a charge is that of a renewal; that of the order itself has the order's receipt. */
function isRenewal({ submittedAt, history = [] }: StoredContract, { at }: ContractEvent): boolean {
  const isLater = history.some(({ kind, at: other }) => kind === "charged" && other < at);
  return isLater || Date.parse(at) - Date.parse(submittedAt) > FIRST_PAYMENT_DAYS * DAY_MS;
}

const dayOf = ({ at }: ContractEvent): string => dateOf(new Date(at));

const amountOf = ({ amountCents }: ContractEvent): string => formatCents(amountCents ?? 0);

function chargeJobs({ contract, event, client }: EventContext): NewJob[] {
  // A hosted invoice that is paid by card has an event of its own.
  if (contract.payment.paymentMethod === "invoice" || !isRenewal(contract, event)) return [];
  const payment = cardPayments(contract).find(({ key }) => key === event._key);
  if (!payment) return [];
  const { amountCents, paidOn, card, content } = payment;
  const receipt = {
    ...client,
    number: receiptNumber(client.reference, payment),
    rows: contentRows(content),
    payment: { amountCents, paidOn, card },
    next: nextPayments(contract, paidOn),
  };
  const pdfs = [`${receipt.number}.pdf`];
  return clientJobs(contract, event._key, { template: renewalReceipt, props: receipt, toPayer: true, pdfs });
}

/** The client sees on the order form that a card was declined; a declined renewal has to be told. */
function chargeFailedJobs({ site, contract, event, client }: EventContext): NewJob[] {
  if (!isAccepted(contract)) return [];
  const card = cardOfEvent(contract, event);
  const amountCents = event.amountCents ?? 0;
  const facts = [
    { label: "Amount", value: formatCents(amountCents) },
    { label: "Card", value: card },
  ];
  return [
    ...clientJobs(contract, event._key, {
      template: chargeFailed,
      props: { ...client, amountCents, card },
      toPayer: true,
    }),
    ...noticeJobs(site, contract, event._key, { what: EVENT_LABELS["charge-failed"], facts }),
  ];
}

function reminderJobs({ contract, event, client }: EventContext): NewJob[] {
  const { date } = event;
  const renewal = date && renewalOn(contract, date);
  if (!date || !renewal) return [];
  const { payment, agreedPolicy } = contract;
  const card = payment.paymentMethod === "stripe" ? cardName(contract) : "";
  return clientJobs(contract, event._key, {
    template: renewal.previousCents === null ? renewalReminder : priceChange,
    props: { ...client, ...renewal, date, card, policyVersion: agreedPolicy.version },
  });
}

/** Whether services ended because their last charge failed, and not because somebody cancelled them. */
function isUnpaid({ cancellation, history = [] }: StoredContract): boolean {
  if (cancellation?.by === "client" || cancellation?.by.includes("@")) return false;
  const charges = history.filter(({ kind }) => kind === "charged" || kind === "charge-failed");
  return inOrder(charges).at(-1)?.kind === "charge-failed";
}

const byWhom = ({ by }: ContractEvent): string => (by === "client" ? "The client" : (by ?? "The site"));

function cancellationJobs({ site, contract, event, client }: EventContext): NewJob[] {
  const { _key, at, kind, by } = event;
  const { cancellation } = contract;
  const ends = cancellation ? serviceEnds(contract, cancellation) : [];
  const owed = owedInvoices(contract);
  const credit = creditCents(contract);
  const facts = [
    { label: "By", value: byWhom(event) },
    ...endFacts(ends, kind === "cancelled"),
    ...owed.map(({ number, cents }) => ({
      label: `Invoice ${number}`,
      value: `${formatCents(cents)} to pay`,
    })),
    ...(credit > 0 ? [{ label: CREDIT_LEFT, value: formatCents(credit) }] : []),
  ];
  const notices = noticeJobs(site, contract, _key, { what: EVENT_LABELS[kind], facts });
  const limited = isUnproven(contract) || undefined;
  if (kind === "cancellation-requested") {
    // It was revoked since.
    if (cancellation?.requestedAt !== at) return [];
    // A client is never told "cancelled" as long as Stripe might charge.
    if (!cancellation.confirmedAt) return notices;
    const { revocableUntil } = cancellation;
    const isRevocable = revocableUntil > dateOf(new Date(cancellation.requestedAt));
    const props = {
      ...client,
      ends,
      owed,
      creditCents: credit,
      byClient: by === "client",
      revocableOn: isRevocable ? lastDayOf(revocableUntil, cancellation) : null,
    };
    return [...clientJobs(contract, _key, { template: cancellationConfirmed, props, limited }), ...notices];
  }
  if (kind === "cancellation-revoked") {
    const props = { ...client, next: nextPayments(contract, dayOf(event)), byCard: isByCard(contract) };
    return [...clientJobs(contract, _key, { template: cancellationRevoked, props, limited }), ...notices];
  }
  const props = { ...client, ends, owed, creditCents: credit, unpaid: isUnpaid(contract) };
  return [...clientJobs(contract, _key, { template: servicesEnded, props }), ...notices];
}

function refundJobs({ site, contract, event, client }: EventContext): NewJob[] {
  const facts = [
    { label: "By", value: byWhom(event) },
    { label: "Refunded", value: amountOf(event) },
  ];
  return [
    ...clientJobs(contract, event._key, {
      template: refundIssued,
      props: { ...client, amountCents: event.amountCents ?? 0, byCard: !event.byHand },
      toPayer: true,
    }),
    ...noticeJobs(site, contract, event._key, { what: EVENT_LABELS.refunded, facts }),
  ];
}

function disputeJobs({ site, contract, event }: EventContext): NewJob[] {
  const facts = [{ label: "Amount", value: amountOf(event) }];
  return noticeJobs(site, contract, event._key, { what: EVENT_LABELS.disputed, facts });
}

/** Asks the admins what to do about a client who was reminded twice and has paid nothing. */
function unpaidJobs({ site, contract, event }: EventContext): NewJob[] {
  const facts = [
    { label: "Reminded twice", value: event.invoice ?? "" },
    ...accountRows(contract).map(({ label, cents }) => ({ label, value: formatCents(cents) })),
    { label: "Your choice", value: "Continue the invoices, pause them, or end the services" },
    { label: "Until you answer", value: "No further invoice is issued" },
  ];
  return noticeJobs(site, contract, event._key, { what: EVENT_LABELS["unpaid-asked"], facts });
}

/** Prices are what the client accepted; admins are told that they are not today's. */
function pricesDifferJobs({ site, contract, event }: EventContext): NewJob[] {
  const facts = [{ label: "Prices", value: event.note ?? "" }];
  return noticeJobs(site, contract, event._key, { what: EVENT_LABELS["prices-differ"], facts });
}

const JOBS: Partial<Record<ContractEvent["kind"], (context: EventContext) => NewJob[]>> = {
  charged: chargeJobs,
  "charge-failed": chargeFailedJobs,
  invoiced: invoiceJobs,
  "invoice-voided": invoiceJobs,
  credited: invoiceJobs,
  received: invoiceJobs,
  "invoice-reminded": invoiceJobs,
  "renewal-reminded": reminderJobs,
  "cancellation-requested": cancellationJobs,
  "cancellation-revoked": cancellationJobs,
  cancelled: cancellationJobs,
  refunded: refundJobs,
  disputed: disputeJobs,
  "prices-differ": pricesDifferJobs,
  "unpaid-asked": unpaidJobs,
};

/**
 * Returns the emails of one event of a contract: to its client, to the admins, to both or to nobody. Their private link is valid
 * for 90 days from `linkedAt`.
 */
export function eventJobs(
  site: EmailSite,
  contract: StoredContract,
  event: ContractEvent,
  linkedAt = new Date(event.at),
): NewJob[] {
  // Nobody can have us write to a stranger.
  if (contract.suspected) return [];
  const client: ClientEmailProps = {
    reference: referenceNumber(site.secret, contract._id),
    link: orderUrl(site, contract, linkedAt),
  };
  return JOBS[event.kind]?.({ site, contract, event, client }) ?? [];
}

/**
 * Returns all emails of what happened to a contract in the last thirty days. Queue them after every change of a contract: each
 * is sent once, however often it is queued.
 */
export function contractEmails(site: EmailSite, contract: StoredContract, now: Date): NewJob[] {
  const isNews = (at: string) => now.getTime() - Date.parse(at) <= NEWS_DAYS * DAY_MS;
  const news = (contract.history ?? []).filter(({ at }) => isNews(at));
  return [
    ...(isNews(contract.submittedAt) ? orderJobs(site, contract) : []),
    ...news.flatMap((event) => eventJobs(site, contract, event)),
  ];
}
