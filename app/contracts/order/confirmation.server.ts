import { mailboxOf } from "../../email/mail-worker.server.ts";
import { accountRows, orderRows } from "../../model/contracts/account.ts";
import { serviceRow } from "../../model/contracts/amounts.ts";
import { owedInvoices } from "../../model/contracts/cancellation.ts";
import { isRunning } from "../../model/contracts/cancellation.ts";
import { listInvoices, paidAtOnce, payableCents } from "../../model/contracts/invoice-state.ts";
import { formatCents, sumCents } from "../../model/contracts/money.ts";
import { ownOpenCents } from "../../model/contracts/own-invoices.ts";
import { paymentWords } from "../../model/contracts/payment-state.ts";
import { listPayments } from "../../model/contracts/payments.ts";
import { paymentDates } from "../../model/contracts/renewals.ts";
import { dateOf } from "../../model/format.ts";
import { type ReadClient, throwStoreError } from "../../platform/content-store.server.ts";
import type { UsageLimit } from "../../platform/usage-counter.server.ts";
import type { FormDeps } from "../../submissions/form-action.server.ts";
import { referenceNumber } from "../../submissions/submission-id.server.ts";
import { orderLinkEmail, type LinkedOrder } from "../billing/emails/order-jobs.server.ts";
import type { PayResult } from "../billing/invoices/pay-result.ts";
import { renewalView } from "../billing/renewals/renewal-view.ts";
import { contractId, getContract, type StoredContract } from "../store/contract-store.server.ts";
import { offerId } from "../store/find-offer.server.ts";
import { isLinkExpired, readConfirmationToken } from "../store/private-links.server.ts";
import { orderQuery, type OrderPageData } from "./order-query.ts";

interface Sources {
  /** Can read documents with personal data. */
  store: ReadClient;
  catalogue: Pick<ReadClient, "fetch">;
  secret: string;
  cardsOn: boolean;
  /** Returns whether there is a file of the contract. */
  hasPdf: (contract: StoredContract) => Promise<boolean>;
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
  // As long as its services run, a client has to see what is charged, and can cancel.
  const goesOn = contract && (isRunning(contract) || (contract.cancellation?.endsOn ?? "") > dateOf(now));
  const isOpen = goesOn || (contract && !isLinkExpired(contract, link, now));
  return isOpen ? contract : "ended";
}

/** Returns what several open invoices cost that a card can pay at once; null where there is none or one of them. */
function payAllOf({ invoices = [] }: StoredContract) {
  const paid = paidAtOnce(invoices);
  if (paid.length < 2) return null;
  const cents = sumCents(paid, payableCents);
  const isAll = invoices.every((invoice) => payableCents(invoice) === 0 || paid.includes(invoice));
  return {
    payableCents: cents,
    label: `Pay ${isAll ? "all" : `the oldest ${paid.length}`}, ${formatCents(cents)}`,
  };
}

/** Returns what is said to a client who comes back from paying all open invoices; null where others were issued since. */
function paidAllOf({ invoices = [] }: StoredContract): PayResult | null {
  const open = paidAtOnce(invoices);
  if (open.some(({ checkout }) => checkout !== undefined)) return "unknown";
  return invoices.length > 0 && open.length === 0 ? "paid" : null;
}

/** What the holder of a private link sees of an order. */
export type OrderView = ReturnType<typeof orderView> & { path: string; hasPdf: boolean };

function orderView(
  contract: StoredContract,
  page: OrderPageData,
  { secret, cardsOn }: Pick<Sources, "secret" | "cardsOn">,
  now: Date,
) {
  const { customServices } = contract;
  const today = dateOf(now);
  const reference = referenceNumber(secret, contract._id);
  return {
    reference,
    date: contract.date,
    contactInfo: contract.contactInfo,
    paymentState: paymentWords(contract, today),
    /** Before any discount. */
    services: contract.lines.map(serviceRow),
    /** Descriptions of services that an admin has not priced yet. */
    wishes: customServices.filter(({ price }) => price === 0).map(({ description }) => description),
    /** The dated payments; empty if nothing renews. */
    dates: paymentDates(contract, today),
    /** What the order costs. */
    amounts: orderRows(contract),
    /** Amounts invoiced and paid since the order, and the amount due. */
    account: accountRows(contract),
    policyVersion: contract.agreedPolicy.version,
    payment: page.payment,
    /** A PNG as a data URI, a typed name, or `""`. */
    signature: contract.signature,
    invoices: listInvoices(contract, today),
    /** Whether an invoice of ours, with or without a number here, is still to be paid, or the first one is yet to be issued. */
    owesInvoice:
      owedInvoices(contract).length > 0 ||
      ownOpenCents(contract) > 0 ||
      (contract.status === "invoice" && (contract.invoices ?? []).length === 0),
    /** Whether open ones can be paid by card. */
    canPayByCard: cardsOn,
    payAll: cardsOn ? payAllOf(contract) : null,
    paidAll: paidAllOf(contract),
    /** By card, with refunds, the newest first. */
    payments: listPayments(contract, reference),
    renewal: renewalView(contract, { now, cardsOn }),
  };
}

/**
 * Returns the order that a token names, and the path of its page: `ended` when the link has expired or the contract is gone, null
 * for a token that is not ours. Throws an AppError when the store does not answer.
 */
export async function readConfirmation(sources: Sources, token: string, now: Date) {
  const contract = await readLinkedContract(sources, token, now);
  if (!contract || contract === "ended") return contract;
  const [page, hasPdf] = await Promise.all([
    sources.catalogue.fetch<OrderPageData>(orderQuery).catch(throwStoreError),
    sources.hasPdf(contract),
  ]);
  return { ...orderView(contract, page, sources, now), hasPdf, path: `/order/${token}` };
}

/** Emails with new links to one email address. */
const LINKS: UsageLimit = { name: "order-links", max: 3, ttlMs: 24 * 60 * 60 * 1000 };

/** How many orders an email lists; some 200 bytes each. */
const MAX_LISTED = 100;

/** Accepted orders. Unpaid and suspected ones are left out: anybody can place one with somebody else's address. */
const ACCEPTED = `_type in ["contract", "adminContract"]
  && (status == "completed" || (status == "invoice" && !defined(suspected)))`;
const LINKED = "{ _id, contactInfo, date, total }";
const ORDERS_BY_ID = `*[_id in $ids && ${ACCEPTED}]${LINKED}`;
/**
 * The orders of an email address. First those for which money came in, then those that an admin made or has looked at: however many a
 * stranger places with the address, theirs do not take the place of the client's.
 */
const ORDERS_BY_EMAIL = `*[lower(contactInfo.email) == $email && ${ACCEPTED}]
  | order(
      select(
        status == "completed" || coalesce(payment.receivedAmount, 0) > 0 => 0,
        _type == "adminContract" || adminStatus in ["reviewed", "closed"] => 1,
        2
      ) asc,
      submittedAt desc
    )[0...${MAX_LISTED}]${LINKED}`;

/**
 * Emails new links to the orders of the address of the contract that an expired link names, that one first, or, for a link that is not
 * ours, of the email address: one email with all of them, at most three a day to one address. Does nothing when there is none. Throws
 * an AppError when the store, the counter or the queue does not answer.
 */
export async function emailNewLinks(
  { clients: { readClient: store }, emailSite, countUse, queue }: FormDeps,
  { token, email }: { token: string; email: string },
  now: Date,
): Promise<void> {
  const read = (query: string, params: object) =>
    store.fetch<LinkedOrder[]>(query, { ...params }).catch(throwStoreError);
  const link = readConfirmationToken(emailSite.secret, token);
  const ids = link ? [contractId(link.submissionId), offerId(link.submissionId)] : [];
  const [named] = link ? await read(ORDERS_BY_ID, { ids }) : [];
  // Empty where the order was erased.
  const address = link ? named?.contactInfo.email : email;
  if (!address) return;
  const known = await read(ORDERS_BY_EMAIL, { email: address.toLowerCase() });
  const [first, ...others] = named ? [named, ...known.filter(({ _id }) => _id !== named._id)] : known;
  if (!first) return;
  const mail = orderLinkEmail(emailSite, first, others, now);
  if (await countUse(LINKS, mailboxOf(first.contactInfo.email), mail.id)) await queue.send([mail]);
}
