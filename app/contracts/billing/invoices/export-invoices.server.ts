import { stringify } from "csv-stringify/sync";
import { CSV_FORMAT, csvHeaders } from "../../../platform/http/csv.server.ts";
import { readParts, type ReadClient, throwStoreError } from "../../../platform/content-store.server.ts";
import { dateOf } from "../../../model/format.ts";
import { clientName } from "../../../model/contracts/client-fields.ts";
import { nameOfCard } from "../../../model/contracts/card.ts";
import type { ContractDocument } from "../../../model/contracts/contract-document.ts";
import { upgradedHistory } from "../../../model/contracts/old-history.ts";
import {
  EVENT_LABELS,
  inOrder,
  type ContractEvent,
  type EventKind,
} from "../../../model/contracts/history.ts";
import { chargesOf, receiptNumber } from "../../../model/contracts/payments.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import { plainAmount } from "../../../model/contracts/money.ts";
import { INVOICE_STATES, invoiceState, openCents, paidOf } from "../../../model/contracts/invoice-state.ts";
import type { InvoiceDocument } from "../../../model/contracts/invoice.ts";
import { SHEET_TITLES } from "../../../model/contracts/sheet.ts";

/** Documents per query. */
const BATCH = 500;

const INVOICES = `*[_type == "invoice" && _id > $after] | order(_id asc) [0...$size]`;
const SUMMARIES = `*[_id in $ids]{ _id, invoices, "history": coalesce(history[kind == "credit-used"], []) }`;

type Stored = InvoiceDocument & { _id: string };
type Account = Pick<ContractDocument, "invoices" | "history">;

function cellsOf(invoice: Stored, contract: Account | undefined, now: Date) {
  const { kind, client, number } = invoice;
  const summary = contract?.invoices?.find((known) => known.number === number);
  const { receivedCents, fromCreditCents } = summary
    ? paidOf(contract ?? {}, summary)
    : { receivedCents: 0, fromCreditCents: 0 };
  return {
    Number: number,
    Kind: SHEET_TITLES[kind],
    Date: invoice.issuedOn,
    Due: invoice.dueOn,
    "For invoice": invoice.credits,
    Client: client.name,
    Company: client.companyName,
    Order: invoice.reference,
    Contract: invoice.contractId,
    "Period from": invoice.periodStart,
    Subtotal: plainAmount(invoice.subtotalCents),
    Discount: plainAmount(invoice.discountCents + invoice.couponCents),
    Tax: plainAmount(invoice.taxCents),
    Total: plainAmount(invoice.totalCents),
    Paid: plainAmount(receivedCents),
    [EVENT_LABELS["credit-used"]]: plainAmount(fromCreditCents),
    "Still to pay": plainAmount(summary ? openCents(summary) : 0),
    State: summary && kind === "invoice" ? INVOICE_STATES[invoiceState(summary, dateOf(now))] : "",
  };
}

/**
 * Returns all invoices and credit notes as CSV, by number, with the words of their sheets, for the company's accountant. Amounts are
 * in dollars and positive: a spreadsheet could take a minus for a formula, so the column "Kind" tells the two apart. Throws an AppError when the store does not answer.
 */
export async function exportInvoices(client: ReadClient, now: Date): Promise<Response> {
  const rows = [];
  for await (const batch of readParts<Stored>(client, { query: INVOICES, size: BATCH, perspective: "raw" })) {
    const ids = [...new Set(batch.map(({ contractId }) => contractId))];
    const contracts = await client
      .fetch<(Account & { _id: string })[]>(SUMMARIES, { ids }, { perspective: "raw" })
      .catch(throwStoreError);
    const accounts = new Map(contracts.map((contract) => [contract._id, contract]));
    rows.push(...batch.map((invoice) => cellsOf(invoice, accounts.get(invoice.contractId), now)));
  }
  return csvResponse(rows, "invoices.csv");
}

const csvResponse = (rows: object[], fileName: string): Response =>
  new Response(stringify(rows, CSV_FORMAT), { headers: csvHeaders(fileName) });

const MOVED = `*[_type in ["contract", "adminContract"] && _id > $after && count(history[kind in ["charged", "received", "refunded"]]) > 0]
  | order(_id asc) [0...$size] { _id, contactInfo, payment, "invoices": coalesce(invoices, []), "history": history[kind in ["charged", "received", "refunded"]] }`;

const KINDS: Partial<Record<EventKind, string>> = {
  charged: "Payment",
  received: "Payment",
  refunded: "Refund",
};

type Moved = Pick<ContractDocument, "contactInfo" | "payment" | "invoices" | "history"> & { _id: string };

const paidBy = ({ kind, card, byHand }: ContractEvent, { payment }: Moved): string =>
  byHand || (kind === "received" && !card)
    ? "Cheque or transfer"
    : nameOfCard(card ?? payment?.card ?? {}) || "Card";

/**
 * Returns every payment and refund of all contracts as CSV, the oldest first, for the company's accountant. Amounts are positive:
 * the column "Kind" tells the two apart, as in `exportInvoices`. Throws an AppError when the store does not answer.
 */
export async function exportPayments(client: ReadClient, secret: string): Promise<Response> {
  const rows: { at: string; cells: object }[] = [];
  for await (const batch of readParts<Moved>(client, { query: MOVED, size: BATCH, perspective: "raw" }))
    for (const contract of batch) rows.push(...paymentRows(contract, secret));
  return csvResponse(
    rows.toSorted((a, b) => a.at.localeCompare(b.at)).map(({ cells }) => cells),
    "payments.csv",
  );
}

function paymentRows(contract: Moved, secret: string): { at: string; cells: object }[] {
  const { contactInfo } = contract;
  const reference = referenceNumber(secret, contract._id);
  const history = inOrder(upgradedHistory(contract));
  const charges = chargesOf(history);
  return history.map((event) => {
    const count = charges.indexOf(event) + 1;
    const cells = {
      Date: dateOf(new Date(event.at)),
      Kind: KINDS[event.kind] ?? event.kind,
      Amount: plainAmount(event.amountCents ?? 0),
      "Paid by": paidBy(event, contract),
      Order: reference,
      Client: clientName(contactInfo),
      Company: contactInfo.companyName,
      Invoice: event.invoice ?? "",
      Receipt: count > 0 ? receiptNumber(reference, { count }) : "",
      // That of a charge is its card.
      Note: count > 0 ? "" : (event.note ?? ""),
    };
    return { at: event.at, cells };
  });
}
