import type { AmountRow } from "../contracts/amounts.ts";
import { type CalendarDate } from "../contracts/billing-dates.ts";
import type { OwedInvoice } from "../contracts/cancellation.ts";
import { formatCents, type Cents } from "../contracts/money.ts";
import { BY_HAND_LABEL, PAY_TO } from "../contracts/pay-by.ts";
import { formatDate, fullStop, linesOf } from "../format.ts";
import type { EmailBrand } from "./brand.ts";
import { clientTemplate, PREVIEW_CLIENT, SEE_ORDER, type ClientEmailProps } from "./orders.ts";
import type { Fact } from "./template.ts";

/** What every email about an invoice or a credit note has. */
export interface InvoiceEmailProps {
  number: string;
  amountCents: Cents;
  /** Address of the invoice itself. */
  invoiceUrl: string;
  /** Whether it can be paid there by card; absent in emails that were queued before it could. */
  payable?: boolean;
}

export const PREVIEW_INVOICE: InvoiceEmailProps = {
  number: "INV-2026-0001",
  amountCents: 84_200,
  invoiceUrl: `${PREVIEW_CLIENT.link}/invoices/INV-2026-0001`,
};

type DueProps = InvoiceEmailProps & { dueOn: CalendarDate };

interface ReminderProps extends DueProps {
  /** All that is open, the oldest first, where that are several invoices. */
  owed?: OwedInvoice[];
  /** How many of them are overdue. Default: 1. */
  overdueCount?: number;
}

const dueValues = ({ number, reference, dueOn }: ClientEmailProps & DueProps) => ({
  number,
  reference,
  date: formatDate(dueOn),
});

/** How to pay: as the payment settings say it, and by card where the invoice can be paid so. */
const payTerms = (
  { payable = false, owed = [], count = owed.length }: ReminderProps & Pick<IssuedProps, "count">,
  { payee, payTerms: { payBy, instructions } }: EmailBrand,
): string[] => [
  ...linesOf(`${fullStop(`${PAY_TO[payBy]} ${payee}`)} ${instructions}`.trim()),
  ...(payable
    ? [
        count > 1
          ? "You can also pay all of it by card at once, on the page of your order."
          : "You can also pay by card, on the page of the invoice.",
      ]
    : []),
];

const SEE_INVOICE = "See and print the invoice";

const PAY_INVOICE = {
  when: "it can be paid by card",
  text: "See and pay the invoice",
  is: ({ payable = false }: DueProps) => payable,
};

export const numberFact = ({ number }: InvoiceEmailProps, label = "Invoice number"): Fact => ({
  label,
  value: number,
});
export const stillToPay = (cents: Cents): Fact[] =>
  cents > 0 ? [{ label: "Still to pay", value: formatCents(cents) }] : [];

const othersOf = ({ length }: { length: number }): string =>
  length > 2 ? `${length - 1} others` : "another one";

interface IssuedProps extends DueProps {
  rows: AmountRow[];
  /** How many were issued at once; one in emails that were queued by earlier versions. */
  count?: number;
}

export const invoiceIssued = clientTemplate<IssuedProps>({
  name: "invoice-issued",
  title: "Invoice",
  subject: "Invoice {number} ({reference})",
  values: ({ count = 1, ...props }) => ({
    ...dueValues(props),
    number: count > 1 ? `${props.number} together with ${othersOf({ length: count })}` : props.number,
  }),
  opening: "Here is invoice {number}. Payment is due by {date}.",
  otherOpening: {
    when: "there is nothing to pay",
    text: "Here is invoice {number}. There is nothing to pay.",
    is: ({ amountCents }) => amountCents === 0,
  },
  amounts: ({ rows }) => rows,
  facts: ({ count = 1, ...props }) => [
    ...(count > 1 ? [] : [numberFact(props)]),
    ...(props.amountCents === 0 ? [] : [{ label: "Due", value: formatDate(props.dueOn) }]),
  ],
  paragraphs: (props, brand) => (props.amountCents === 0 ? [] : payTerms(props, brand)),
  button: SEE_INVOICE,
  otherButton: PAY_INVOICE,
  // Several are seen, and paid at once, on the page of the order.
  link: ({ count = 1, invoiceUrl, link }) => (count > 1 ? `${link}#order-account` : invoiceUrl),
  preview: {
    ...PREVIEW_INVOICE,
    rows: [
      { label: "Website development", cents: 50_000, isSum: false },
      { label: "Website maintenance (quarterly)", cents: 34_200, isSum: false },
      { label: "Total", cents: 84_200, isSum: true },
    ],
    dueOn: "2026-12-22",
  },
  otherPreviews: [
    { amountCents: 0 },
    { payable: true },
    {
      count: 2,
      payable: true,
      amountCents: 24_000,
      rows: [
        {
          label: "Invoice INV-2026-0007",
          cents: 12_000,
          isSum: false,
          note: "1 month, Jan 22 to Feb 21, 2027",
        },
        { label: "Invoice INV-2026-0008", cents: 12_000, isSum: false },
        { label: "Still to pay", cents: 24_000, isSum: true },
      ],
    },
  ],
});

export const invoiceReminder = clientTemplate<ReminderProps>({
  name: "invoice-reminder",
  title: "Reminder of an invoice",
  subject: "Reminder: {overdue} ({reference})",
  values: ({ owed = [], overdueCount = 1, ...props }) => ({
    ...dueValues(props),
    overdue: overdueCount > 1 ? `${overdueCount} invoices are overdue` : `invoice ${props.number} is overdue`,
    count: String(Math.max(1, owed.length)),
    total: formatCents(props.amountCents),
  }),
  otherOpening: {
    when: "several invoices are open",
    text: "{count} invoices are not paid yet, {total} in all. If your payment is on its way, please ignore this reminder.",
    is: ({ owed = [] }) => owed.length > 1,
  },
  opening:
    "Invoice {number} was due on {date} and we have not received all of it yet. If your payment is on its way, please ignore this reminder.",
  facts: ({ owed = [], ...props }) => [
    ...(owed.length > 1
      ? owed.map(({ number, cents, dueOn }) => ({
          label: `Invoice ${number}`,
          value: `${formatCents(cents)}, due ${formatDate(dueOn)}`,
        }))
      : [numberFact(props)]),
    { label: "Still to pay", value: formatCents(props.amountCents) },
  ],
  paragraphs: payTerms,
  button: "See what is to pay",
  otherButton: { ...PAY_INVOICE, text: "See and pay what is open" },
  // All of it is paid at once on the page of the order.
  link: ({ owed = [], invoiceUrl, link }) => (owed.length > 1 ? `${link}#order-account` : invoiceUrl),
  preview: { ...PREVIEW_INVOICE, dueOn: "2026-12-22" },
  otherPreviews: [
    { payable: true },
    {
      payable: true,
      amountCents: 96_200,
      owed: [
        { number: "INV-2026-0001", cents: 84_200, dueOn: "2026-12-22" },
        { number: "INV-2026-0007", cents: 12_000, dueOn: "2027-01-21" },
      ],
    },
  ],
});

export interface CreditedProps extends InvoiceEmailProps {
  openCents: Cents;
  /** What was more than owed; absent in emails that were queued before it could be. */
  credit?: Fact[];
}

interface PaymentProps extends CreditedProps {
  card?: string;
  /** The day on which it came in, and the number of the cheque or transfer. Emails that were queued by earlier versions do not know them. */
  paidOn?: CalendarDate;
  cheque?: string;
  /** Whether no invoice follows that a credit would pay. */
  isPaidBack?: boolean;
  /** What each of several invoices got. */
  parts?: { number: string; cents: Cents }[];
}

export const paymentReceived = clientTemplate<PaymentProps>({
  name: "payment-received",
  title: "Payment received",
  values: ({ number, reference, parts = [] }) => ({
    number: parts.length > 1 ? `${number} together with ${othersOf(parts)}` : number,
    reference,
  }),
  subject: "We received your payment for invoice {number} ({reference})",
  opening: "Thank you for paying invoice {number}.",
  otherOpening: {
    when: "a part is still due",
    text: "Thank you. We received a part of invoice {number}.",
    is: ({ openCents }) => openCents > 0,
  },
  facts: ({ parts = [], ...props }) => [
    ...(parts.length > 1
      ? parts.map(({ number, cents }) => ({ label: `Invoice ${number}`, value: formatCents(cents) }))
      : [numberFact(props)]),
    { label: "Payment", value: formatCents(props.amountCents) },
    ...(props.paidOn ? [{ label: "Received on", value: formatDate(props.paidOn) }] : []),
    ...(props.card ? [{ label: "Paid by", value: props.card }] : []),
    ...(props.cheque ? [{ label: `${BY_HAND_LABEL} number`, value: props.cheque }] : []),
    ...stillToPay(props.openCents),
    ...(props.credit ?? []),
  ],
  paragraphs: ({ credit = [], isPaidBack = false }) => {
    if (credit.length === 0) return [];
    return [
      isPaidBack
        ? "No further invoice follows, so we pay back what is more than was owed."
        : "What is more than was owed stays with us as your credit and pays your invoices.",
    ];
  },
  button: "See the invoice",
  otherButton: {
    when: "several invoices are paid",
    text: SEE_ORDER,
    is: ({ parts = [] }) => parts.length > 1,
  },
  link: ({ parts = [], invoiceUrl, link }) => (parts.length > 1 ? link : invoiceUrl),
  preview: {
    ...PREVIEW_INVOICE,
    amountCents: 50_000,
    openCents: 34_200,
    paidOn: "2026-12-18",
    cheque: "1042",
  },
  otherPreviews: [
    { openCents: 0 },
    { openCents: 0, card: "Visa ending in 4242", cheque: "" },
    {
      openCents: 0,
      amountCents: 96_200,
      card: "Visa ending in 4242",
      cheque: "",
      parts: [
        { number: "INV-2026-0001", cents: 84_200 },
        { number: "INV-2026-0007", cents: 12_000 },
      ],
    },
    { openCents: 0, credit: [{ label: "Kept as a credit", value: "$50.00" }] },
    { openCents: 0, credit: [{ label: "Kept as a credit", value: "$50.00" }], isPaidBack: true },
  ],
});
