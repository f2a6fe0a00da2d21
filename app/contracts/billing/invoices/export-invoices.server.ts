import { setImmediate as nextTurn } from "node:timers/promises";
import type { CalendarDate } from "../../../model/contracts/billing-dates.ts";
import { nameOfCard } from "../../../model/contracts/card.ts";
import { clientName } from "../../../model/contracts/client-fields.ts";
import type { ContractDocument } from "../../../model/contracts/contract-document.ts";
import {
  EVENT_LABELS,
  inOrder,
  type ContractEvent,
  type EventKind,
} from "../../../model/contracts/history.ts";
import { INVOICE_STATES, invoiceState, openCents, paidOf } from "../../../model/contracts/invoice-state.ts";
import type { InvoiceDocument } from "../../../model/contracts/invoice.ts";
import { BY_HAND_LABEL } from "../../../model/contracts/pay-by.ts";
import { cardPayments, chargesOf, receiptNumber, refundNumber } from "../../../model/contracts/payments.ts";
import { SHEET_TITLES } from "../../../model/contracts/sheet.ts";
import type { Tax } from "../../../model/contracts/tax.ts";
import { dateOf } from "../../../model/format.ts";
import { type ReadClient, throwStoreError } from "../../../platform/content-store.server.ts";
import type { Cell } from "../../../platform/http/table-cell.ts";
import { tableFile, type TableFormat } from "../../../platform/http/table-file.server.ts";
import { readParts, readTypes } from "../../../platform/read-parts.server.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";

const INVOICES = `*[_type == "invoice" && _id > $after] | order(_id asc) [0...$size]`;
const SUMMARIES = `*[_id in $ids]{ _id, invoices, "history": coalesce(history[kind == "credit-used"], []) }`;

type Stored = InvoiceDocument & { _id: string };
type Account = Pick<ContractDocument, "invoices" | "history">;

const INVOICE_COLUMNS = [
  "Number",
  "Kind",
  "Date",
  "Due",
  "For invoice",
  "Client",
  "Company",
  "Order",
  "Contract",
  "Period from",
  "Subtotal",
  "Discount",
  "Tax",
  "Total",
  "Paid",
  EVENT_LABELS["credit-used"],
  "Still to pay",
  "State",
];

const day = (time: string | undefined): Cell => ({ time: time ?? "" });

/** A credit note takes its amounts off. */
function cellsOf(invoice: Stored, contract: Account | undefined, today: CalendarDate): Cell[] {
  const { kind, client, number } = invoice;
  const summary = contract?.invoices?.find((known) => known.number === number);
  const { receivedCents, fromCreditCents } = summary
    ? paidOf(contract ?? {}, summary)
    : { receivedCents: 0, fromCreditCents: 0 };
  const signed = (cents: number) => (kind === "invoice" || cents === 0 ? cents : -cents);
  return [
    number,
    SHEET_TITLES[kind],
    day(invoice.issuedOn),
    day(invoice.dueOn),
    invoice.credits ?? "",
    client.name,
    client.companyName ?? "",
    invoice.reference,
    invoice.contractId,
    day(invoice.periodStart),
    signed(invoice.subtotalCents),
    signed(invoice.discountCents + invoice.couponCents),
    signed(invoice.taxCents),
    signed(invoice.totalCents),
    receivedCents,
    fromCreditCents,
    summary ? openCents(summary) : 0,
    summary && kind === "invoice" ? INVOICE_STATES[invoiceState(summary, today)] : "",
  ];
}

async function* invoiceParts(client: ReadClient, today: CalendarDate): AsyncGenerator<Cell[][]> {
  for await (const batch of readParts<Stored>(client, { query: INVOICES, perspective: "raw" })) {
    const ids = [...new Set(batch.map(({ contractId }) => contractId))];
    const contracts = await client
      .fetch<(Account & { _id: string })[]>(SUMMARIES, { ids }, { perspective: "raw" })
      .catch(throwStoreError);
    const accounts = new Map(contracts.map((contract) => [contract._id, contract]));
    yield batch.map((invoice) => cellsOf(invoice, accounts.get(invoice.contractId), today));
  }
}

/**
 * Returns all invoices and credit notes as a file, by number, with the words of their sheets, for the company's accountant. Amounts
 * of credit notes are negative. Throws an AppError when the store does not answer.
 */
export const exportInvoices = (client: ReadClient, now: Date, format: TableFormat): Promise<Response> =>
  tableFile({ name: "invoices", columns: INVOICE_COLUMNS, parts: invoiceParts(client, dateOf(now)) }, format);

/** Also contracts that nothing was paid for, so that no part has to go over many documents to find its own. */
const MOVED = `*[_type == $type && _id > $after] | order(_id asc)[0...$size]{
  _id, contactInfo, payment, "invoices": coalesce(invoices, []), "history": coalesce(history[kind in ["charged", "received", "refunded"]], []),
  defined(tax) => { tax, lines, date, couponCode }
}`;

const KINDS: Partial<Record<EventKind, string>> = {
  charged: "Payment",
  received: "Payment",
  refunded: "Refund",
};

type Moved = Pick<ContractDocument, "contactInfo" | "payment" | "invoices"> &
  Required<Pick<ContractDocument, "history">> & { _id: string; tax?: Tax };

const paidBy = ({ kind, card, byHand }: ContractEvent, { payment }: Moved): string =>
  byHand || (kind === "received" && !card)
    ? BY_HAND_LABEL
    : nameOfCard(card ?? payment?.card ?? {}) || "Card";

const PAYMENT_COLUMNS = [
  "Date",
  "Kind",
  "Amount",
  "Paid by",
  "Order",
  "Client",
  "Company",
  "Invoice",
  "Receipt",
  "Tax on the receipt",
  "Note",
];

/** Rows of a part. */
const PART = 500;

/** Sorted by time, so all are read before the first is written. */
async function* paymentParts(client: ReadClient, secret: string): AsyncGenerator<Cell[][]> {
  const rows: { at: string; cells: Cell[] }[] = [];
  const asked = { query: MOVED, perspective: "raw" } as const;
  for await (const batch of readTypes<Moved>(client, ["contract", "adminContract"], asked))
    for (const contract of batch)
      if (contract.history.length > 0) rows.push(...paymentRows(contract, secret));
  rows.sort((a, b) => (a.at < b.at ? -1 : a.at === b.at ? 0 : 1));
  for (let start = 0; start < rows.length; start += PART) {
    yield rows.slice(start, start + PART).map(({ cells }) => cells);
    await nextTurn();
  }
}

/**
 * Returns every payment and refund of all contracts as a file, the oldest first, for the company's accountant. Refunds are negative.
 * Throws an AppError when the store does not answer.
 */
export const exportPayments = (client: ReadClient, secret: string, format: TableFormat): Promise<Response> =>
  tableFile({ name: "payments", columns: PAYMENT_COLUMNS, parts: paymentParts(client, secret) }, format);

function paymentRows(contract: Moved, secret: string): { at: string; cells: Cell[] }[] {
  const { contactInfo } = contract;
  const reference = referenceNumber(secret, contract._id);
  const history = inOrder(contract.history ?? []);
  const charges = chargesOf(history);
  // Only these have receipts; the tax of an invoice is in the file of invoices.
  const taxes = new Map(
    contract.tax
      ? cardPayments(contract as Moved & ContractDocument).map(({ key, content }) => [key, content.taxCents])
      : [],
  );
  const refunds = contract.history.filter(({ kind }) => kind === "refunded").map(({ _key }) => _key);
  return history.map((event) => {
    const count = charges.indexOf(event) + 1;
    const { amountCents = 0 } = event;
    const cells = [
      day(dateOf(new Date(event.at))),
      KINDS[event.kind] ?? event.kind,
      event.kind === "refunded" ? -amountCents : amountCents,
      paidBy(event, contract),
      reference,
      clientName(contactInfo),
      contactInfo.companyName ?? "",
      event.parts?.map(({ invoice }) => invoice).join(", ") ?? event.invoice ?? "",
      count > 0
        ? receiptNumber(reference, { count })
        : event.kind === "refunded"
          ? refundNumber(reference, { count: refunds.indexOf(event._key) + 1 })
          : "",
      taxes.get(event._key) ?? "",
      // That of a charge is its card.
      count > 0 ? "" : (event.note ?? ""),
    ];
    return { at: event.at, cells };
  });
}
