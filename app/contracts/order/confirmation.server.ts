import { type ReadClient, throwStoreError } from "../../platform/content-store.server.ts";
import { dateOf } from "../../model/format.ts";
import { listInvoices, type InvoiceItem } from "../../model/contracts/invoice-state.ts";
import { orderQuery, type OrderPageData, type PaymentTerms } from "./order-query.ts";
import { referenceNumber } from "../../submissions/submission-id.server.ts";
import { isLinkExpired, readConfirmationToken } from "../store/private-links.server.ts";
import { listPayments, type PaymentItem } from "../../model/contracts/payments.ts";
import { accountRows, orderRows } from "../../model/contracts/account.ts";
import { serviceLabel, serviceRow, type AmountRow } from "../../model/contracts/amounts.ts";
import type { ContactInfo } from "../../model/contracts/client-fields.ts";
import type { PaymentStatus } from "../../model/contracts/contract-document.ts";
import { paymentWords } from "../../model/contracts/payment-state.ts";
import { contractId, getContract, type StoredContract } from "../store/contract-store.server.ts";
import { renewalView, type RenewalView } from "../billing/renewals/renewal-view.ts";
import { offerId } from "../store/find-offer.server.ts";
import { choicesOf } from "../../model/contracts/services.ts";
import type { CountUse, UsageLimit } from "../../platform/usage-counter.server.ts";
import type { EmailSite } from "../../email/email.ts";
import { mailboxOf } from "../../email/mail-worker.server.ts";
import type { NewJob } from "../../submissions/queue/job.ts";
import { orderLinkEmail } from "../billing/emails/order-jobs.server.ts";
import { linesOf } from "../../model/contracts/build-contract.ts";

/** What the holder of a private link sees of an order. */
export interface OrderView {
  reference: string;
  /** Of its page. */
  path: string;
  date: string;
  status: PaymentStatus;
  contactInfo: ContactInfo;
  /** Where the money stands, and how it is paid. */
  paymentState: string;
  /** Services before any discount; without a price in an old contract whose prices have changed since. */
  services: (Omit<AmountRow, "cents"> & { cents: AmountRow["cents"] | null })[];
  /** Descriptions of services that an admin has not priced yet. */
  wishes: string[];
  /** What the order costs. */
  amounts: AmountRow[];
  /** What was invoiced and paid since, and what is still to pay. */
  account: AmountRow[];
  hostedInvoiceUrl: string | null;
  policyVersion: string;
  payment: PaymentTerms | null;
  /** A PNG as a data URI, a typed name, or `""`. */
  signature: string;
  invoices: InvoiceItem[];
  /** Whether open ones can be paid by card. */
  canPayByCard: boolean;
  /** By card, with refunds, the newest first. */
  payments: PaymentItem[];
  /** What renews; null without recurring services. */
  renewal: RenewalView | null;
}

interface Sources {
  /** Can read documents with personal data. */
  store: ReadClient;
  catalogue: Pick<ReadClient, "fetch">;
  secret: string;
  cardsOn: boolean;
}

function servicesOf(contract: StoredContract, page: OrderPageData): OrderView["services"] {
  const catalogue = contract.offer?.catalogue ?? page.catalogue;
  const lines = linesOf(contract, catalogue);
  if (lines) return lines.map(serviceRow);
  return choicesOf(contract.services).map(({ serviceId, quantity = 1 }) => {
    const title = catalogue.find((entry) => entry.serviceId === serviceId)?.title ?? serviceId;
    return { label: serviceLabel({ title, quantity }), cents: null, isSum: false };
  });
}

/** Returns the contract or adminContract of a submission id, or null. Throws like `getContract`. */
async function findContract(store: ReadClient, submissionId: string): Promise<StoredContract | null> {
  return (
    (await getContract(store, contractId(submissionId))) ?? (await getContract(store, offerId(submissionId)))
  );
}

/**
 * Returns the contract that a token names: `ended` when the link has expired or the contract is gone, null for a token that
 * is not ours. Throws an AppError when the store does not answer.
 */
export async function readLinkedContract(
  { store, secret }: Pick<Sources, "store" | "secret">,
  token: string,
  now: Date,
): Promise<StoredContract | "ended" | null> {
  const link = readConfirmationToken(secret, token);
  if (!link) return null;
  const contract = await findContract(store, link.submissionId);
  return !contract || isLinkExpired(contract, link, now) ? "ended" : contract;
}

/**
 * Returns the order that a token names: `ended` when the link has expired or the contract is gone, null for a token that is
 * not ours. Throws an AppError when the store does not answer.
 */
export async function readConfirmation(
  sources: Sources,
  token: string,
  now: Date,
): Promise<OrderView | "ended" | null> {
  const contract = await readLinkedContract(sources, token, now);
  if (!contract || contract === "ended") return contract;
  const page = await sources.catalogue.fetch<OrderPageData>(orderQuery).catch(throwStoreError);
  const { customServices, status } = contract;
  const today = dateOf(now);
  const reference = referenceNumber(sources.secret, contract._id);
  return {
    reference,
    path: `/order/${token}`,
    date: contract.date,
    status,
    contactInfo: contract.contactInfo,
    paymentState: paymentWords(contract, today),
    services: servicesOf(contract, page),
    wishes: customServices.filter(({ price }) => price === 0).map(({ description }) => description),
    amounts: orderRows({ ...contract, lines: [] }),
    account: accountRows(contract),
    hostedInvoiceUrl: contract.payment.hostedInvoiceUrl ?? null,
    policyVersion: contract.agreedPolicy.version,
    payment: page.payment,
    signature: contract.signature,
    invoices: listInvoices(contract, today),
    canPayByCard: sources.cardsOn,
    payments: listPayments(contract, reference),
    renewal: renewalView(contract, { now, cardsOn: sources.cardsOn }),
  };
}

/** New links to one email address. */
const LINKS: UsageLimit = { name: "order-links", max: 3, ttlMs: 24 * 60 * 60 * 1000 };

interface OrderLinkDeps {
  store: ReadClient;
  emailSite: EmailSite;
  countUse: CountUse;
  send: (jobs: readonly NewJob[]) => void;
}

/** Orders that are found by an email address: the newest, as many as one address gets links a day. */
const ORDERS = `*[_type in ["contract", "adminContract"] && lower(contactInfo.email) == $email
  && (status == "completed" || (status == "invoice" && !defined(suspected)))]
  | order(submittedAt desc)[0...${LINKS.max}]{ _id, contactInfo }`;

type Linked = Pick<StoredContract, "_id" | "contactInfo">;

/**
 * Emails a new link to the address of the contract that an expired one names, or, for a link that is not ours, links to the orders
 * of an email address; at most three a day to one address. Does nothing when there is none. Throws an AppError when the store, the
 * counter or the queue does not answer.
 */
export async function emailNewLinks(
  { store, emailSite, countUse, send }: OrderLinkDeps,
  { token, email }: { token: string; email: string },
  now: Date,
): Promise<void> {
  const link = readConfirmationToken(emailSite.secret, token);
  const found: (Linked | null)[] = link
    ? [await findContract(store, link.submissionId)]
    : await store.fetch<Linked[]>(ORDERS, { email: email.toLowerCase() }).catch(throwStoreError);
  for (const contract of found) {
    if (!contract?.contactInfo.email) continue;
    const mail = orderLinkEmail(emailSite, contract, now);
    if (await countUse(LINKS, mailboxOf(contract.contactInfo.email), mail.id)) send([mail]);
  }
}
