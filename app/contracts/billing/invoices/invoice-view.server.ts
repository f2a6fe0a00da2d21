import { invoiceState, openCents, paidOf } from "../../../model/contracts/invoice-state.ts";
import { invoiceId, type InvoiceDocument } from "../../../model/contracts/invoice.ts";
import { findReceipt, type FoundReceipt } from "../../../model/contracts/payments.ts";
import type { InvoiceView } from "../../../model/contracts/sheet.ts";
import { dateOf } from "../../../model/format.ts";
import { readDocument } from "../../../platform/content-store.server.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { AN_INVOICE, buildDocument, readInvoiceSettings, type IssueDeps } from "./issue.server.ts";

async function receipt(
  deps: IssueDeps,
  contract: StoredContract,
  payment: FoundReceipt,
  number: string,
): Promise<InvoiceView> {
  const draft = { ...payment.content, ...AN_INVOICE };
  const settings = await readInvoiceSettings(deps.readClient);
  const { kind, paidOn, card, amountCents } = payment;
  const receivedCents = kind === "receipt" ? amountCents : 0;
  const document = buildDocument(deps, settings, contract, draft, number);
  const invoice = { ...document, kind, issuedOn: paidOn, dueOn: paidOn };
  return { invoice, state: "paid", receivedCents, creditedCents: 0, openCents: 0, card };
}

/** Returns an invoice with its state, or the receipt of a payment or refund, if it belongs to the contract; else null. */
export async function viewInvoice(
  deps: IssueDeps,
  contract: StoredContract,
  number: string,
): Promise<InvoiceView | null> {
  const { _id, invoices = [] } = contract;
  const reference = referenceNumber(deps.secret, _id);
  const paid = findReceipt(contract, reference, number);
  if (paid) return receipt(deps, contract, paid, number);
  const summary = invoices.find((known) => known.number === number);
  const id = invoiceId(number);
  const invoice = summary && id ? await readDocument<InvoiceDocument>(deps.readClient, id) : null;
  if (!summary || invoice?.contractId !== _id || invoice.number !== number) return null;
  return {
    invoice,
    state: invoiceState(summary, dateOf(deps.clock())),
    ...paidOf(contract, summary),
    creditedCents: summary.creditedCents ?? 0,
    openCents: openCents(summary),
  };
}
