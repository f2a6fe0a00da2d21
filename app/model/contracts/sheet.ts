import { addressLines, formatDay, linesOf } from "../format.ts";
import { orderRows } from "./account.ts";
import { amountRow, everyPeriod, listPrice, serviceRow, sumRow, sumRows, type AmountRow } from "./amounts.ts";
import { isByCard } from "./cancellation.ts";
import { clientAddress } from "./client-fields.ts";
import type { ContractDocument } from "./contract-document.ts";
import { EVENT_LABELS } from "./history.ts";
import { INVOICE_STATES, type InvoiceState } from "./invoice-state.ts";
import type { InvoiceDocument, InvoiceLine } from "./invoice.ts";
import type { Cents } from "./money.ts";
import { PAY_TO, payTermsOf } from "./pay-by.ts";
import { paymentDates } from "./renewals.ts";

/** An invoice, a credit note or the receipt of a payment by card or of a refund, with what happened to it since. */
export interface InvoiceView {
  invoice: Omit<InvoiceDocument, "kind"> & { kind: InvoiceDocument["kind"] | "receipt" | "refund" };
  state: InvoiceState;
  receivedCents: Cents;
  creditedCents: Cents;
  /** Paid from the contract's credit, beside what was received; absent: nothing. */
  fromCreditCents?: Cents | undefined;
  openCents: Cents;
  /** Of a receipt: the card that was charged, or to which money went back. */
  card?: string | undefined;
}

/** What stands on one sheet of paper, whoever draws it: a page or a PDF. */
export interface Sheet {
  title: string;
  number: string;
  /** Null for credit notes and refunds, which nobody pays. */
  state: InvoiceState | null;
  stateLabel: string;
  parties: { title: string; lines: string[] }[];
  facts: { label: string; value: string }[];
  reason: string;
  lines: readonly InvoiceLine[];
  sums: AmountRow[];
  /** Paragraphs below the sums. */
  terms: string[];
  /** Of a contract: a PNG as a data URI, or a typed name. */
  signature?: string;
}

export const SHEET_TITLES = {
  invoice: "Invoice",
  "credit-note": "Credit note",
  receipt: "Receipt",
  refund: "Refund receipt",
} as const;

const isGivenBack = (kind: keyof typeof SHEET_TITLES): boolean => kind === "credit-note" || kind === "refund";

/** What it costs, and what became of that since. */
function sumsOf(view: InvoiceView): AmountRow[] {
  const { invoice, receivedCents, creditedCents, fromCreditCents = 0, openCents, state } = view;
  if (invoice.kind === "credit-note")
    return [...sumRows(invoice).slice(0, -1), sumRow("Total credited", invoice.totalCents)];
  if (invoice.kind === "refund") return [sumRow("Total refunded", invoice.totalCents)];
  const isChanged =
    invoice.kind === "invoice" && state !== "void" && receivedCents + fromCreditCents + creditedCents > 0;
  return [
    ...sumRows(invoice),
    ...(creditedCents > 0 ? [amountRow("Credited", -creditedCents)] : []),
    ...(isChanged && receivedCents > 0 ? [amountRow("Paid", -receivedCents)] : []),
    ...(isChanged && fromCreditCents > 0 ? [amountRow(EVENT_LABELS["credit-used"], -fromCreditCents)] : []),
    ...(isChanged ? [sumRow("Still to pay", openCents)] : []),
  ];
}

function factsOf({ invoice, card = "" }: InvoiceView): Sheet["facts"] {
  const { kind, number, issuedOn, dueOn, reference, credits, policyVersion } = invoice;
  return [
    { label: "Number", value: number },
    { label: "Date", value: formatDay(issuedOn) },
    ...(kind === "invoice" ? [{ label: "Due", value: formatDay(dueOn) }] : []),
    ...(kind === "credit-note" ? [{ label: "For invoice", value: credits }] : []),
    ...(kind === "receipt" ? [{ label: "Paid by", value: card }] : []),
    ...(kind === "refund" ? [{ label: "Paid back to", value: card }] : []),
    { label: "Order", value: reference },
    ...(policyVersion ? [{ label: "Agreed policy", value: `Version ${policyVersion}` }] : []),
  ];
}

function partiesOf({
  seller,
  client,
  kind,
}: Pick<InvoiceView["invoice"], "seller" | "client" | "kind">): Sheet["parties"] {
  const { address, name, companyName, email } = client;
  const from = [seller.legalName, ...addressLines(seller), seller.phone, seller.email];
  const to = [name, companyName, ...clientAddress(address), email];
  return [
    { title: "From", lines: from.filter(Boolean) },
    { title: kind === "invoice" ? "Bill to" : "To", lines: to.filter(Boolean) },
  ];
}

/** Returns what stands on the sheet of an invoice, a credit note, a receipt or a refund. */
export function sheetOf(view: InvoiceView): Sheet {
  const { invoice, state, openCents } = view;
  const { kind, seller, dueOn } = invoice;
  const { payBy, instructions } = payTermsOf(invoice);
  const isOpen = kind === "invoice" && openCents > 0;
  return {
    title: SHEET_TITLES[kind],
    number: invoice.number,
    state: isGivenBack(kind) ? null : state,
    stateLabel: isGivenBack(kind) ? "" : INVOICE_STATES[state],
    parties: partiesOf(invoice),
    facts: factsOf(view),
    reason: invoice.reason,
    lines: invoice.lines,
    sums: sumsOf(view),
    terms: isOpen
      ? [`${PAY_TO[payBy]} ${seller.legalName}, due on ${formatDay(dueOn)}.`, ...linesOf(instructions)]
      : [],
  };
}

/** Returns what stands on a contract that its client has accepted; `about` names both. */
export function contractSheet(
  contract: ContractDocument,
  about: Pick<InvoiceDocument, "seller" | "client" | "reference">,
): Sheet {
  const { date, lines, payment, agreedPolicy, signature } = contract;
  const sums = [...paymentDates(contract, null), ...orderRows(contract)];
  return {
    title: "Contract",
    number: about.reference,
    state: null,
    stateLabel: "",
    parties: partiesOf({ ...about, kind: "receipt" }),
    facts: [
      { label: "Date", value: formatDay(date) },
      { label: "Paid by", value: isByCard(contract) ? "Card" : "Invoice" },
      { label: "Agreed policy", value: `Version ${agreedPolicy.version}` },
    ],
    reason: "",
    lines: lines.map((line) => ({
      _key: line._key,
      description: line.title,
      detail: serviceRow(line).note ?? "",
      quantity: line.quantity,
      unitCents: listPrice(line) / line.quantity,
      amountCents: listPrice(line),
    })),
    sums,
    terms: payment.schedule.map(
      ({ amountCents, frequency }) => `${everyPeriod(amountCents, frequency)} until you cancel.`,
    ),
    signature,
  };
}

/** `Invoice INV-2026-0001`. */
export const sheetTitle = ({ invoice }: Pick<InvoiceView, "invoice">): string =>
  `${SHEET_TITLES[invoice.kind]} ${invoice.number}`;
