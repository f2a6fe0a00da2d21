import type { EmailSite } from "../../../email/email.ts";
import { accountRows, CREDIT_LEFT } from "../../../model/contracts/account.ts";
import { serviceLabel } from "../../../model/contracts/amounts.ts";
import { isByCard, lastDayOf, owedInvoices, serviceEnds } from "../../../model/contracts/cancellation.ts";
import { cardName, cardOfEvent } from "../../../model/contracts/card.ts";
import { isAccepted } from "../../../model/contracts/contract-document.ts";
import { creditCents } from "../../../model/contracts/credit.ts";
import { declinedId, declinedRenewal, declinedRenewals } from "../../../model/contracts/declined.ts";
import { authorOf, EVENT_LABELS, inOrder, type ContractEvent } from "../../../model/contracts/history.ts";
import { contentRows } from "../../../model/contracts/invoice-content.ts";
import { openCents } from "../../../model/contracts/invoice-state.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { overdueInvoices } from "../../../model/contracts/overdue.ts";
import { cardPayments, receiptNumber, refundNumber, refundsOf } from "../../../model/contracts/payments.ts";
import { nextPayments, renewalOn } from "../../../model/contracts/renewals.ts";
import { owedBack, undeliveredText } from "../../../model/contracts/undelivered.ts";
import { chargeFailed, declinedFacts } from "../../../model/emails/declined.ts";
import { cancellationConfirmed, endFacts, servicesEnded } from "../../../model/emails/endings.ts";
import { refundIssued } from "../../../model/emails/refunds.ts";
import {
  cancellationRevoked,
  priceChange,
  renewalReceipt,
  renewalReminder,
} from "../../../model/emails/renewals.ts";
import type { Fact } from "../../../model/emails/template.ts";
import { dateOf, formatDate } from "../../../model/format.ts";
import type { NewJob } from "../../../submissions/queue/job.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { invoiceEmail } from "./invoice-emails.server.ts";
import {
  clientEmail,
  clientJobs,
  isUnproven,
  noticeJobs,
  orderUrl,
  type ClientEmail,
  type EventContext,
} from "./order-jobs.server.ts";
import { isSuperseded, isInReceipt, refundsWith, revokedWith } from "./superseded.ts";

/** What an event tells: an email to the client, facts to the admins, both or nothing. */
interface News {
  client?: ClientEmail | null;
  admins?: Fact[];
  /** What the admins are told in place of the event's name. */
  what?: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Events in this time after a contract was accepted are about its first payment. */
const FIRST_PAYMENT_DAYS = 20;

/** Whether a charge is that of a renewal; that of the order itself has the order's receipt. */
function isRenewal({ submittedAt, history = [] }: StoredContract, { at }: ContractEvent): boolean {
  const isLater = history.some(({ kind, at: other }) => kind === "charged" && other < at);
  return isLater || Date.parse(at) - Date.parse(submittedAt) > FIRST_PAYMENT_DAYS * DAY_MS;
}

const cents = (label: string, amountCents = 0): Fact => ({ label, value: formatCents(amountCents) });

const byWhom = ({ by }: { by?: string | undefined }): Fact => ({
  label: "By",
  value: authorOf(by ?? "the site"),
});

function charged({ contract, event, client }: EventContext): News {
  if (!isRenewal(contract, event)) return {};
  const payment = cardPayments(contract).find(({ key }) => key === event._key);
  if (!payment) return {};
  const { amountCents, paidOn, card, content } = payment;
  const receipt = {
    number: receiptNumber(client.reference, payment),
    rows: contentRows(content),
    payment: { amountCents, paidOn, card },
    next: nextPayments(contract, paidOn),
    isRevoked: revokedWith(contract, event),
  };
  const pdfs = [`${receipt.number}.pdf`];
  return { client: clientEmail(renewalReceipt, receipt, { toPayer: true, pdfs }) };
}

/** The client sees on the order form that a card was declined; a declined renewal has to be told. */
function chargeDeclined({ contract, event }: EventContext): News {
  if (!isAccepted(contract)) return {};
  const card = cardOfEvent(contract, event);
  const { amountCents, nextTryOn, endsOn, confirmUrl } = declinedRenewal(contract, event);
  return {
    client: clientEmail(
      chargeFailed,
      { amountCents, card, nextTryOn, endsOn, confirmUrl },
      { toPayer: true },
    ),
    admins: [
      cents("Amount", amountCents),
      { label: "Card", value: card },
      ...declinedFacts({ nextTryOn, endsOn }),
      ...(confirmUrl
        ? [{ label: "The bank", value: "Wants the client to confirm; the link is in their email" }]
        : []),
    ],
  };
}

function renewalReminded({ contract, event: { date } }: EventContext): News {
  const renewal = date && renewalOn(contract, date);
  if (!date || !renewal) return {};
  const { payment, agreedPolicy } = contract;
  const card = payment.paymentMethod === "stripe" ? cardName(contract) : "";
  const isChange = renewal.payments.some(({ lastAmountCents }) => lastAmountCents !== null);
  const template = isChange ? priceChange : renewalReminder;
  return { client: clientEmail(template, { ...renewal, date, card, policyVersion: agreedPolicy.version }) };
}

/** Whether services ended because their last charge failed, and not because somebody cancelled them. */
function isUnpaid({ cancellation, history = [] }: StoredContract): boolean {
  if (cancellation?.by === "client" || cancellation?.by.includes("@")) return false;
  const charges = history.filter(({ kind }) => kind === "charged" || kind === "charge-failed");
  return inOrder(charges).at(-1)?.kind === "charge-failed";
}

/** What the services that end were not paid with. */
function declinedProps(contract: StoredContract) {
  const { history = [] } = contract;
  return declinedRenewals(contract).map(({ id, amountCents }) => {
    const last = inOrder(history).findLast((one) => one.kind === "charge-failed" && declinedId(one) === id);
    return { cents: amountCents, card: cardOfEvent(contract, last ?? {}) };
  });
}

/** What emails say of the refunds of a contract. */
const refundReceiptsOf = (contract: StoredContract, reference: string) =>
  refundsOf(contract).map(({ key, amountCents, byCard, card, paidOn, count }) => ({
    key,
    cents: amountCents,
    byCard,
    card,
    paidOn,
    number: refundNumber(reference, { count }),
  }));

function refunded({ contract, event, client: { reference } }: EventContext): News {
  const refund = refundReceiptsOf(contract, reference).find(({ key }) => key === event._key);
  if (!refund) return {};
  const { cents: amountCents, byCard, card, paidOn, number } = refund;
  return {
    client: clientEmail(
      refundIssued,
      { amountCents, byCard, card, paidOn, number, services: contract.lines.map(serviceLabel).join(", ") },
      { toPayer: true, pdfs: [`${number}.pdf`] },
    ),
    admins: [byWhom(event), cents("Refunded", amountCents), { label: "Paid back to", value: card }],
  };
}

function cancelled({ contract, event, client: { reference } }: EventContext): News {
  const { at, kind, by } = event;
  const { cancellation } = contract;
  const ends = cancellation ? serviceEnds(contract, cancellation, dateOf(new Date(at))) : [];
  const undelivered = owedBack(contract);
  const owed = owedInvoices(contract);
  const credit = creditCents(contract);
  const keys = new Set(refundsWith(contract, event).map(({ _key }) => _key));
  const refunds = refundReceiptsOf(contract, reference).filter(({ key }) => keys.has(key));
  const pdfs = refunds.map(({ number }) => `${number}.pdf`);
  // A card refund is also emailed to the payer of that card.
  const toPayer = refunds.length > 0;
  const ending = { ends, owed, creditCents: credit, refunds, undelivered };
  const unpaid = kind === "cancelled" && isUnpaid(contract);
  const declined = unpaid ? declinedProps(contract) : [];
  const admins = [
    // Events of earlier versions have no `by`.
    byWhom({ ...event, by: event.by ?? cancellation?.by }),
    ...endFacts(ends),
    ...undelivered.map((row) => ({ label: "To refund or credit", value: undeliveredText(row) })),
    ...owed.map((invoice) => ({
      label: `Invoice ${invoice.number}`,
      value: `${formatCents(invoice.cents)} to pay`,
    })),
    ...(credit > 0 ? [cents(CREDIT_LEFT, credit)] : []),
    ...declined.map((one) => ({ label: "Not paid", value: `${formatCents(one.cents)} by ${one.card}` })),
    ...refunds.map((refund) => cents("Refunded", refund.cents)),
  ];
  const limited = isUnproven(contract) || undefined;
  if (kind === "cancelled")
    return {
      client: clientEmail(
        servicesEnded,
        { ...ending, unpaid, declined },
        { toPayer: toPayer || unpaid, pdfs },
      ),
      admins,
      ...(unpaid ? { what: "Ended, because the renewal was not paid" } : {}),
    };
  if (kind === "cancellation-revoked") {
    const next = nextPayments(contract, dateOf(new Date(at)));
    const client = isInReceipt(contract, event)
      ? null
      : clientEmail(cancellationRevoked, { next, byCard: isByCard(contract) }, { limited });
    return { client, admins };
  }
  // It was revoked since.
  if (cancellation?.requestedAt !== at) return {};
  // A client is never told "cancelled" as long as Stripe might charge.
  if (!cancellation.confirmedAt) return { admins };
  const { revocableUntil } = cancellation;
  const isRevocable = revocableUntil > dateOf(new Date(at));
  const revocableOn = isRevocable ? lastDayOf(revocableUntil, cancellation) : null;
  const props = { ...ending, byClient: by === "client", revocableOn };
  return { client: clientEmail(cancellationConfirmed, props, { limited, toPayer, pdfs }), admins };
}

const byInvoice = (context: EventContext): News => ({ client: invoiceEmail(context) });

const NEWS: Partial<Record<ContractEvent["kind"], (context: EventContext) => News>> = {
  charged,
  "charge-failed": chargeDeclined,
  invoiced: byInvoice,
  // The first is in the notice of the order.
  "own-invoice": ({ contract, event }) =>
    contract.history?.find(({ kind }) => kind === event.kind)?._key === event._key
      ? {}
      : { admins: [cents("Amount", event.amountCents)] },
  "invoice-voided": byInvoice,
  credited: byInvoice,
  received: byInvoice,
  "invoice-reminded": byInvoice,
  "renewal-reminded": renewalReminded,
  "cancellation-requested": cancelled,
  "cancellation-revoked": cancelled,
  cancelled,
  refunded,
  disputed: ({ event }) => ({ admins: [cents("Amount", event.amountCents)] }),
  // Prices are what the client accepted; admins are told that they are not today's.
  "prices-differ": ({ event }) => ({ admins: [{ label: "Prices", value: event.note ?? "" }] }),
  // Asks the admins how to proceed with a client who does not pay.
  "unpaid-asked": ({ contract, event }) => ({
    admins: [
      { label: "Overdue", value: formatCents(event.amountCents ?? 0) },
      ...overdueInvoices(contract, dateOf(new Date(event.at))).map((invoice) => ({
        label: `Invoice ${invoice.number}`,
        value: `${formatCents(openCents(invoice))}, due ${formatDate(invoice.dueOn)}`,
      })),
      ...accountRows(contract).map((row) => cents(row.label, row.cents)),
      { label: "Your choice", value: "Continue the invoices, pause them, or end the services" },
      { label: "Until you answer", value: "No further invoice is issued" },
    ],
  }),
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
  if (contract.suspected || isSuperseded(contract, event)) return [];
  const reference = referenceNumber(site.secret, contract._id);
  const client = { reference, link: orderUrl(site, contract, linkedAt) };
  const news = NEWS[event.kind]?.({ site, contract, event, client }) ?? {};
  return [
    ...(news.client ? clientJobs(contract, event._key, client, news.client) : []),
    ...(news.admins
      ? noticeJobs(site, contract, event._key, {
          what: news.what ?? EVENT_LABELS[event.kind],
          facts: news.admins,
        })
      : []),
  ];
}
