import { addDays, addMonths, periodAt, type CalendarDate } from "../../../model/contracts/billing-dates.ts";
import { firstInvoiceOf, isByCard, startOf } from "../../../model/contracts/cancellation.ts";
import { clientName } from "../../../model/contracts/client-fields.ts";
import {
  isAccepted,
  type InvoiceSummary,
  type StoredSchedule,
} from "../../../model/contracts/contract-document.ts";
import { bookedFields, withCreditUsed } from "../../../model/contracts/credit.ts";
import { withEvent, type ContractEvent } from "../../../model/contracts/history.ts";
import { holdOf } from "../../../model/contracts/hold.ts";
import { firstInvoice, periodsInvoice } from "../../../model/contracts/invoice-content.ts";
import {
  counterId,
  invoiceId,
  invoiceNumber,
  type InvoiceContent,
  type InvoiceDocument,
  type InvoicedClient,
  type Seller,
} from "../../../model/contracts/invoice.ts";
import { isOwnInvoiced, ownFields } from "../../../model/contracts/own-invoices.ts";
import { payTermsOf, storedPayTerms } from "../../../model/contracts/pay-by.ts";
import { namesDemo } from "../../../model/demo.ts";
import { dateOf } from "../../../model/format.ts";
import { readDocument, type ReadClient, throwStoreError } from "../../../platform/content-store.server.ts";
import { AppError } from "../../../platform/errors.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import {
  changeContract,
  type ContractChange,
  type ContractStore,
  type StoredContract,
} from "../../store/contract-store.server.ts";
import { invoiceSettingsQuery, termDays, type InvoiceSettings } from "./invoice-settings-query.ts";

export interface IssueDeps extends ContractStore {
  /** Key of the reference numbers. */
  secret: string;
  /** Whether strangers reach the site. */
  isPublic: boolean;
}

/** Returns the settings of invoices. Throws an AppError when the store does not answer or has no settings. */
export async function readInvoiceSettings(client: ReadClient): Promise<InvoiceSettings> {
  const settings = await client
    .fetch<InvoiceSettings | null>(invoiceSettingsQuery, {}, { perspective: "published" })
    .catch(throwStoreError);
  if (!settings) throw new AppError("unavailable", "The store has no site settings.");
  return settings;
}

function sellerOf(settings: InvoiceSettings): Seller {
  const { companyName, payment, email, phone, address } = settings;
  return {
    companyName,
    legalName: payment?.payee || companyName,
    street: address?.street ?? "",
    suite: address?.suite ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    zipCode: address?.zipCode ?? "",
    email,
    phone: phone ?? "",
  };
}

/** Returns the company as invoices name it. Throws an AppError when the store does not answer. */
export const readSeller = async (client: ReadClient): Promise<Seller> =>
  sellerOf(await readInvoiceSettings(client));

/** Returns the client as invoices and contracts on paper name them. */
export function invoicedClient({ contactInfo }: StoredContract): InvoicedClient {
  const { companyName, address, email } = contactInfo;
  return { name: clientName(contactInfo), companyName, address, email };
}

/** An invoice or credit note before it has a number. */
export interface NewInvoice extends InvoiceContent {
  kind: InvoiceDocument["kind"];
  /** Number of the invoice that a credit note is for, and why; `""` for an invoice. */
  credits: string;
  reason: string;
}

/** What is not a credit note. */
export const AN_INVOICE = { kind: "invoice", credits: "", reason: "" } as const;

interface Counter {
  last: number;
  _rev: string;
}

/** Returns an invoice with its number, seller and client. */
export function buildDocument(
  { secret, clock }: Pick<IssueDeps, "secret" | "clock">,
  settings: InvoiceSettings,
  contract: StoredContract,
  content: NewInvoice,
  number: string,
): InvoiceDocument {
  const issuedOn = dateOf(clock());
  return {
    ...content,
    number,
    contractId: contract._id,
    reference: referenceNumber(secret, contract._id),
    issuedOn,
    dueOn: content.kind === "invoice" ? addDays(issuedOn, termDays(settings)) : issuedOn,
    seller: sellerOf(settings),
    client: invoicedClient(contract),
    ...storedPayTerms(payTermsOf(settings.payment)),
    policyVersion: contract.agreedPolicy.version,
  };
}

/** Returns the state of a new invoice or credit note, as its contract stores it. */
function summaryOf({
  kind,
  credits,
  number,
  ...invoice
}: NewInvoice & Pick<InvoiceDocument, "number" | "issuedOn" | "dueOn">): InvoiceSummary {
  const free = invoice.totalCents === 0;
  return {
    _key: number,
    number,
    kind,
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    totalCents: invoice.totalCents,
    receivedCents: 0,
    status: kind === "credit-note" ? "credited" : free ? "paid" : "open",
    frequency: invoice.frequency,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
    remindedOn: [],
    ...(credits ? { credits } : {}),
  };
}

/**
 * Returns the change that gives a contract its next invoice: the number, the invoice and the contract are written in one
 * transaction, so that no number is given twice or left out, whenever the process ends.
 */
export async function issueChange(
  deps: IssueDeps,
  settings: InvoiceSettings,
  contract: StoredContract,
  content: NewInvoice,
  change: (issued: InvoiceSummary) => ContractChange,
): Promise<ContractChange> {
  const year = dateOf(deps.clock()).slice(0, 4);
  const counter = await readDocument<Counter>(deps.readClient, counterId(year));
  const count = (counter?.last ?? 0) + 1;
  const number = invoiceNumber(settings.invoicePrefix, year, count);
  const id = invoiceId(number);
  if (!id) throw new AppError("internal", `${number} is no invoice number.`);
  const document = buildDocument(deps, settings, contract, content, number);
  return {
    ...change(summaryOf(document)),
    alongside: (transaction) =>
      (counter
        ? transaction.patch(counterId(year), (patch) => patch.ifRevisionId(counter._rev).set({ last: count }))
        : transaction.create({ _id: counterId(year), _type: "invoiceCounter", last: count })
      ).create({ ...document, _id: id, _type: "invoice" }),
  };
}

export function issuedEvent(
  { kind: issued, number, totalCents }: InvoiceSummary,
  now: Date,
  more: Partial<ContractEvent> = {},
): ContractEvent {
  const kind = issued === "invoice" ? "invoiced" : "credited";
  return {
    _key: `${kind}-${number}`,
    at: now.toISOString(),
    kind,
    amountCents: totalCents,
    invoice: number,
    note: number,
    ...more,
  };
}

/** Whether a contract is paid by invoice, now and for its renewals. */
function isInvoiced(contract: StoredContract): boolean {
  const { agreedToTerms, suspected } = contract;
  return isAccepted(contract) && agreedToTerms && !isByCard(contract) && suspected === undefined;
}

/**
 * Returns what a contract is to be invoiced for on a date, the oldest period first, the schedule afterwards, and the name of the
 * invoice within its contract, `first` or `monthly-2026-12-22`; null when it has all of them.
 */
export function nextInvoice(contract: StoredContract, today: CalendarDate) {
  if (!isInvoiced(contract)) return null;
  const { schedule } = contract.payment;
  if (!firstInvoiceOf(contract) && !isOwnInvoiced(contract)) {
    // It starts when it is accepted.
    const start = contract.date;
    const scheduled = schedule.map((entry) => ({ ...entry, nextDate: addMonths(start, entry.months) }));
    return { content: firstInvoice(contract, start), schedule: scheduled, name: "first" };
  }
  if (holdOf(contract)) return null;
  const { endsOn } = contract.cancellation ?? {};
  const startedOn = startOf(contract);
  const missing = schedule.filter(
    ({ nextDate }) => nextDate && nextDate <= today && (!endsOn || nextDate < endsOn),
  );
  const [date] = missing.map(({ nextDate = "" }) => nextDate).toSorted();
  if (!date) return null;
  // What is due on one day is one invoice.
  const due = missing.filter(({ nextDate }) => nextDate === date);
  return {
    content: periodsInvoice(contract, due, startedOn, date),
    schedule: schedule.map((entry) =>
      due.includes(entry) ? { ...entry, nextDate: periodAt(startedOn, entry.months, date).end } : entry,
    ),
    name: `${due.map(({ frequency }) => frequency).join("-")}-${date}`,
  };
}

/** Returns the fields of a contract with one more invoice, which its credit has paid as far as it goes. */
function invoicedFields(
  contract: StoredContract,
  summary: InvoiceSummary,
  schedule: readonly StoredSchedule[],
  event: ContractEvent,
): Record<string, unknown> {
  const invoices = [...(contract.invoices ?? []), summary];
  const issued = { invoices, history: withEvent(contract.history, event) };
  const changed = withCreditUsed(issued, { at: event.at }, contract.payment);
  return { ...bookedFields(contract.status, changed), "payment.schedule": schedule };
}

/**
 * Issues the next missing invoice of a contract. Returns whether one was issued. A public site issues none while its payment settings
 * name the demo company; hourly billing issues it later.
 */
export async function issueNext(deps: IssueDeps, settings: InvoiceSettings, id: string): Promise<boolean> {
  if (deps.isPublic && namesDemo(settings.payment)) return false;
  let issued = false;
  await changeContract(deps, id, async (contract) => {
    issued = false;
    const next = nextInvoice(contract, dateOf(deps.clock()));
    if (!next) return null;
    issued = true;
    const content = { ...next.content, ...AN_INVOICE };
    return issueChange(deps, settings, contract, content, (invoice) => ({
      fields: invoicedFields(contract, invoice, next.schedule, issuedEvent(invoice, deps.clock())),
    }));
  });
  return issued;
}

/**
 * Notes the next amount of a contract that becomes due by an invoice of the owner's: without a number, a document or a date until
 * which it is due. Returns whether there was one.
 */
export async function noteOwnInvoice(store: ContractStore, id: string): Promise<boolean> {
  let noted = false;
  await changeContract(store, id, (contract) => {
    const next = nextInvoice(contract, dateOf(store.clock()));
    noted = next !== null;
    if (!next) return null;
    const event = {
      _key: `own-invoice-${next.name}`,
      at: store.clock().toISOString(),
      kind: "own-invoice",
      amountCents: next.content.totalCents,
    } as const;
    const fields = ownFields(contract, withEvent(contract.history, event));
    return { fields: { ...fields, "payment.schedule": next.schedule } };
  });
  return noted;
}
