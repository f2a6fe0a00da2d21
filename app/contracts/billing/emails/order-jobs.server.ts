import { emailJob, submissionNotices, type Email, type EmailSite } from "../../../email/email.ts";
import { firstPayment } from "../../../model/contracts/account.ts";
import { totalNote } from "../../../model/contracts/amounts.ts";
import { clientName } from "../../../model/contracts/client-fields.ts";
import type { ContractEvent } from "../../../model/contracts/history.ts";
import { contentRows } from "../../../model/contracts/invoice-content.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { firstContent, paymentText, receiptNumber } from "../../../model/contracts/payments.ts";
import { nextPayments } from "../../../model/contracts/renewals.ts";
import { contractNotice, orderNotice, type ContractNoticeProps } from "../../../model/emails/admins.ts";
import {
  contractLink,
  orderLink,
  orderReceipt,
  type ClientEmailProps,
} from "../../../model/emails/orders.ts";
import type { EmailTemplate, Fact } from "../../../model/emails/template.ts";
import { dateOf, formatDate } from "../../../model/format.ts";
import type { NewJob } from "../../../submissions/queue/job.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { uuidOfContract, type StoredOffer } from "../../store/find-offer.server.ts";
import { confirmationToken, renewedToken } from "../../store/private-links.server.ts";
import { orderPdfs } from "../pdf/pdfs.server.ts";

/** Returns the private link to an order that is valid for 90 days from a time on. */
export function orderUrl({ secret, publicUrl }: EmailSite, { _id }: { _id: string }, from: Date): string {
  return `${publicUrl}/order/${renewedToken(secret, uuidOfContract(_id), from)}`;
}

/** Addresses of a client: the contact's and, when it differs, the payer's of a card. */
function clientAddresses({ contactInfo, payment }: StoredContract): string[] {
  const payer = payment.payer?.email ?? "";
  const isOther = payer !== "" && payer.toLowerCase() !== contactInfo.email.toLowerCase();
  return isOther ? [contactInfo.email, payer] : [contactInfo.email];
}

/** Whether the client may be anybody: the address was entered in the public form, and nothing was paid. */
export function isUnproven({ offer, status, payment }: StoredContract): boolean {
  return !offer && status !== "completed" && !payment.receivedAmount;
}

/** Files show what a visitor typed, so they go to nobody whose address anybody could have entered. */
const attached = (contract: StoredContract, pdfs: readonly string[]): Pick<Email, "pdfs" | "contractId"> =>
  pdfs.length === 0 || isUnproven(contract) ? {} : { pdfs, contractId: contract._id };

/** What the emails of an event are made from. */
export interface EventContext {
  site: EmailSite;
  contract: StoredContract;
  event: ContractEvent;
  client: ClientEmailProps;
}

/** An email to a client: what its template needs beside the reference and the private link. */
export interface ClientEmail {
  template: EmailTemplate;
  props: object;
  /** Whether the payer of the card gets it as well. */
  toPayer?: boolean;
  /** As in `Email`; over the limit it waits. */
  limited?: true | string | undefined;
  /** Names of files of the contract. */
  pdfs?: readonly string[];
}

export const clientEmail = <Props extends ClientEmailProps>(
  template: EmailTemplate<Props>,
  props: NoInfer<Omit<Props, keyof ClientEmailProps>>,
  more: Omit<ClientEmail, "template" | "props"> = {},
): ClientEmail => ({ template, props, ...more });

/** Returns the jobs of an email to a client. None once the client's data was erased. */
export function clientJobs(
  contract: StoredContract,
  kind: string,
  client: ClientEmailProps,
  { template, props, toPayer = false, limited, pdfs = [] }: ClientEmail,
): NewJob[] {
  const { email } = contract.contactInfo;
  if (!email) return [];
  return (toPayer ? clientAddresses(contract) : [email]).map((to) =>
    emailJob(contract._id, kind, {
      to,
      template,
      props: { ...client, ...props },
      ...(limited ? { limited, waits: true } : {}),
      ...attached(contract, pdfs),
    }),
  );
}

export function noticeJobs(
  site: EmailSite,
  contract: StoredContract,
  kind: string,
  { what, facts }: Pick<ContractNoticeProps, "what" | "facts">,
): NewJob[] {
  const name = clientName(contract.contactInfo);
  const { email } = contract.contactInfo;
  const props: ContractNoticeProps = {
    what,
    facts,
    name,
    reference: referenceNumber(site.secret, contract._id),
    url: `${site.publicUrl}/admin/contracts/${encodeURIComponent(contract._id)}`,
  };
  return site.adminEmails.map((to) =>
    emailJob(contract._id, `${kind}-notice`, {
      to,
      template: contractNotice,
      props,
      ...(email ? { replyTo: { name, address: email } } : {}),
    }),
  );
}

/** What was paid for an order, or what is still to pay, and when. */
function paymentFacts(contract: StoredContract, reference: string): Fact[] {
  const first = firstPayment(contract);
  const amount = formatCents(first.amountCents);
  const still = (value: string): Fact[] => [{ label: "Still to pay", value }];
  if (first.by === "own-invoice") return still(`${amount} by invoice, which we send separately`);
  if (first.by === "invoice") {
    if (!first.invoice) return still(`${amount} by invoice, which we send in an email of its own`);
    const { number, dueOn, openCents } = first.invoice;
    const due = openCents > 0 ? `${formatCents(openCents)} by ${formatDate(dueOn)}` : formatCents(0);
    return still(`${due} (invoice ${number})`);
  }
  if (!first.charge) return [{ label: "Payment", value: `${amount} by card` }];
  return [
    { label: "Receipt number", value: receiptNumber(reference, first.charge) },
    { label: "Payment", value: paymentText(first.charge) },
  ];
}

/** Returns the order total. It differs from the first payment if services renew. */
function orderTotal({ payment, lines }: StoredContract): Fact {
  const note = totalNote(lines);
  return {
    label: "Order total",
    value: [formatCents(payment.amount), note && `(${note.toLowerCase()})`].filter(Boolean).join(" "),
  };
}

/**
 * Returns the receipt of an order and the notices to the admins, once it is placed: by invoice, or paid by card. None before the
 * card is charged. `link` is the private link, by default the order's first one.
 */
export function orderJobs(
  site: EmailSite,
  contract: StoredContract,
  link = `${site.publicUrl}/order/${confirmationToken(site.secret, uuidOfContract(contract._id))}`,
): NewJob[] {
  const { _id, status, contactInfo, payment, suspected } = contract;
  const placed = status === "invoice" || status === "completed";
  // The client's data was erased.
  if (!placed || !contactInfo.email) return [];
  const isPaid = payment.paymentMethod === "stripe";
  const content = firstContent(contract);
  const rows = contentRows(content);
  const reference = referenceNumber(site.secret, _id);
  const facts = [
    ...paymentFacts(contract, reference),
    ...nextPayments(contract, dateOf(new Date(contract.submittedAt))),
    ...(payment.amount === content.totalCents ? [] : [orderTotal(contract)]),
  ];
  const isRecurring = payment.schedule.length > 0;
  const { version: policyVersion } = contract.agreedPolicy;
  const receipt = clientEmail(
    orderReceipt,
    { rows, facts, isPaid, isRecurring, policyVersion },
    {
      toPayer: isPaid,
      // What is paid does not count towards what one address gets in a day.
      limited: status === "completed" ? undefined : _id,
      pdfs: orderPdfs(contract, reference),
    },
  );
  // A paid order is not spam.
  const suspicion = status === "completed" ? undefined : suspected;
  const notices = submissionNotices(site, {
    id: _id,
    suspected: suspicion,
    visitor: { name: clientName(contactInfo), email: contactInfo.email },
    notice: { template: orderNotice, props: { rows, facts } },
    adminPath: `/admin/contracts/${encodeURIComponent(_id)}`,
  });
  return [
    ...(suspicion ? [] : clientJobs(contract, "confirmation", { reference, link }, receipt)),
    ...notices,
  ];
}

/** What the email with new links says of an order. */
export type LinkedOrder = Pick<StoredContract, "_id" | "contactInfo" | "date" | "total">;

/** Returns the email with new links to an order, and to others of its address. The same within an hour, so it is sent once. */
export function orderLinkEmail(
  site: EmailSite,
  order: LinkedOrder,
  others: readonly LinkedOrder[],
  now: Date,
): NewJob {
  const linked = ({ _id }: LinkedOrder) => ({
    reference: referenceNumber(site.secret, _id),
    link: orderUrl(site, { _id }, now),
  });
  return emailJob(order._id, `order-link-${now.toISOString().slice(0, 13)}`, {
    to: order.contactInfo.email,
    template: orderLink,
    props: {
      ...linked(order),
      others: others.map((other) => ({ ...linked(other), date: other.date, totalCents: other.total })),
    },
  });
}

interface ContractLinkOptions {
  /** The private link, absolute. */
  link: string;
  /** Email that gets the client's reply. */
  by: string;
  /** New with each load of the page, so that pressing the button twice sends one email. */
  nonce: string;
}

export function contractLinkEmail(
  { publicUrl }: Pick<EmailSite, "publicUrl">,
  { _id, contactInfo, total, offer }: StoredOffer,
  { link, by, nonce }: ContractLinkOptions,
): NewJob {
  return emailJob(_id, `link-${offer.version}-${nonce}`, {
    to: contactInfo.email,
    template: contractLink,
    props: { publicUrl, totalCents: total, expiresAt: offer.expiresAt, link },
    replyTo: { name: "", address: by },
  });
}
