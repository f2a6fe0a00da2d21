import { formatCents } from "../contracts/money.ts";
import {
  numberFact,
  PREVIEW_INVOICE,
  stillToPay,
  type CreditedProps,
  type InvoiceEmailProps,
} from "./invoices.ts";
import { clientTemplate } from "./orders.ts";

// What takes an invoice back, wholly or in part.

interface VoidedProps extends InvoiceEmailProps {
  /** Whether nothing is left of the order: nothing was paid, and no service goes on. */
  isDeclined?: boolean;
}

export const invoiceVoided = clientTemplate<VoidedProps>({
  name: "invoice-voided",
  title: "Invoice cancelled",
  placeholders: ["number", "reference"],
  subject: "Invoice {number} was cancelled ({reference})",
  opening: "We cancelled invoice {number}. You do not need to pay it.",
  otherOpening: {
    when: "nothing is left of the order",
    text: "We cannot carry out your order, and cancelled invoice {number}. You do not need to pay it.",
    is: ({ isDeclined = false }) => isDeclined,
  },
  facts: (props) => [numberFact(props), { label: "Amount", value: formatCents(props.amountCents) }],
  preview: PREVIEW_INVOICE,
  otherPreviews: [{ isDeclined: true }],
});

/** `credits` is the number of the invoice; `""` when it is for none. */
export const creditNoteIssued = clientTemplate<CreditedProps & { credits: string }>({
  name: "credit-note",
  title: "Credit note",
  subject: "Credit note {number} ({reference})",
  values: ({ number, reference, credits }) => ({ number, reference, invoice: credits }),
  opening: "We credited an amount of invoice {invoice}.",
  otherOpening: {
    when: "it is for no invoice",
    text: "We credited an amount to you.",
    is: ({ credits }) => credits === "",
  },
  facts: (props) => [
    numberFact(props, "Credit note"),
    ...(props.credits ? [{ label: "For invoice", value: props.credits }] : []),
    { label: "Credited", value: formatCents(props.amountCents) },
    ...stillToPay(props.openCents),
    ...(props.credit ?? []),
  ],
  button: "See the credit note",
  link: ({ invoiceUrl }) => invoiceUrl,
  preview: {
    ...PREVIEW_INVOICE,
    number: "INV-2026-0002",
    credits: "INV-2026-0001",
    amountCents: 34_200,
    openCents: 50_000,
  },
  otherPreviews: [{ credits: "" }],
});
