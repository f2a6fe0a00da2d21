import { worded } from "../../../email/words.ts";
import type { EmailTemplate } from "../../../email/email.ts";
import type { AmountRow } from "../../../model/contracts/amounts.ts";
import { formatDate, type CalendarDate } from "../../../model/contracts/billing-dates.ts";
import { formatCents, type Cents } from "../../../model/contracts/money.ts";
import {
  ChequeTerms,
  ContractEmail,
  PREVIEW_CLIENT,
  type ClientEmailProps,
} from "./contract-email.server.tsx";
import {
  INVOICE_ISSUED,
  INVOICE_REMINDER,
  PAYMENT_RECEIVED,
  INVOICE_VOIDED,
  CREDIT_NOTE,
} from "./email-words.ts";

/** What every email about an invoice or a credit note has. */
export interface InvoiceEmailProps extends ClientEmailProps {
  number: string;
  amountCents: Cents;
  /** Address of the invoice itself. */
  invoiceUrl: string;
}

const PREVIEW_INVOICE: InvoiceEmailProps = {
  ...PREVIEW_CLIENT,
  number: "INV-2026-0001",
  amountCents: 84_200,
  invoiceUrl: `${PREVIEW_CLIENT.link}/invoices/INV-2026-0001`,
};

export const invoiceIssued: EmailTemplate<InvoiceEmailProps & { rows: AmountRow[]; dueOn: CalendarDate }> = {
  ...worded(INVOICE_ISSUED, ({ number, reference, dueOn }) => ({
    number,
    reference,
    date: formatDate(dueOn),
  })),
  Content: ({ number, dueOn, rows, invoiceUrl, ...client }) => {
    const isFree = client.amountCents === 0;
    return (
      <ContractEmail
        {...client}
        hasOtherOpening={isFree}
        rows={rows}
        facts={[
          { label: "Invoice number", value: number },
          ...(isFree ? [] : [{ label: "Due", value: formatDate(dueOn) }]),
        ]}
        href={invoiceUrl}
      >
        {!isFree && <ChequeTerms />}
      </ContractEmail>
    );
  },
  preview: {
    ...PREVIEW_INVOICE,
    rows: [
      { label: "Website development", cents: 50_000, isSum: false },
      { label: "Website maintenance (quarterly)", cents: 34_200, isSum: false },
      { label: "Total", cents: 84_200, isSum: true },
    ],
    dueOn: "2026-12-22",
  },
  otherPreviews: [{ amountCents: 0 }],
};

export const invoiceReminder: EmailTemplate<InvoiceEmailProps & { dueOn: CalendarDate }> = {
  ...worded(INVOICE_REMINDER, ({ number, reference, dueOn }) => ({
    number,
    reference,
    date: formatDate(dueOn),
  })),
  Content: ({ number, dueOn: _dueOn, amountCents, invoiceUrl, ...client }) => (
    <ContractEmail
      {...client}
      facts={[
        { label: "Invoice number", value: number },
        { label: "Still to pay", value: formatCents(amountCents) },
      ]}
      href={invoiceUrl}
    >
      <ChequeTerms />
    </ContractEmail>
  ),
  preview: { ...PREVIEW_INVOICE, dueOn: "2026-12-22" },
};

export const paymentReceived: EmailTemplate<InvoiceEmailProps & { openCents: Cents }> = {
  ...worded(PAYMENT_RECEIVED),
  Content: ({ number, amountCents, openCents, invoiceUrl, ...client }) => (
    <ContractEmail
      {...client}
      hasOtherOpening={openCents > 0}
      facts={[
        { label: "Invoice number", value: number },
        { label: "Payment", value: formatCents(amountCents) },
        ...(openCents > 0 ? [{ label: "Still to pay", value: formatCents(openCents) }] : []),
      ]}
      href={invoiceUrl}
    />
  ),
  preview: { ...PREVIEW_INVOICE, amountCents: 50_000, openCents: 34_200 },
  otherPreviews: [{ openCents: 0 }],
};

export const invoiceVoided: EmailTemplate<InvoiceEmailProps> = {
  ...worded(INVOICE_VOIDED),
  Content: ({ number, amountCents, ...client }) => (
    <ContractEmail
      {...client}
      facts={[
        { label: "Invoice number", value: number },
        { label: "Amount", value: formatCents(amountCents) },
      ]}
    />
  ),
  preview: PREVIEW_INVOICE,
};

export const creditNoteIssued: EmailTemplate<InvoiceEmailProps & { credits: string; openCents: Cents }> = {
  ...worded(CREDIT_NOTE, ({ number, reference, credits }) => ({ number, reference, invoice: credits })),
  Content: ({ number, credits, amountCents, openCents, invoiceUrl, ...client }) => (
    <ContractEmail
      {...client}
      hasOtherOpening={credits === ""}
      facts={[
        { label: "Credit note", value: number },
        ...(credits ? [{ label: "For invoice", value: credits }] : []),
        { label: "Credited", value: formatCents(amountCents) },
        ...(openCents > 0 ? [{ label: "Still to pay", value: formatCents(openCents) }] : []),
      ]}
      href={invoiceUrl}
    />
  ),
  preview: {
    ...PREVIEW_INVOICE,
    number: "INV-2026-0002",
    credits: "INV-2026-0001",
    amountCents: 34_200,
    openCents: 50_000,
  },
  otherPreviews: [{ credits: "" }],
};

export const INVOICE_EMAILS: readonly EmailTemplate[] = [
  invoiceIssued,
  invoiceReminder,
  paymentReceived,
  invoiceVoided,
  creditNoteIssued,
];
