import type { AmountRow } from "../contracts/amounts.ts";
import { type CalendarDate } from "../contracts/billing-dates.ts";
import { formatCents, sumCents } from "../contracts/money.ts";
import { paymentText, type CardPayment } from "../contracts/payments.ts";
import { paymentRows, periodLabel, type RenewalDay } from "../contracts/renewals.ts";
import { formatDate } from "../format.ts";
import { clientTemplate, howToCancel } from "./orders.ts";
import type { EmailTemplate, Fact } from "./template.ts";

interface RenewalEmailProps extends RenewalDay {
  date: CalendarDate;
  /** The card that is charged; `""` for a renewal by invoice. */
  card: string;
  policyVersion: string;
}

/** The payments whose price was another one before. */
const changedPayments = ({ payments }: RenewalEmailProps) =>
  payments.filter(({ lastAmountCents }) => lastAmountCents !== null);

const PREVIEW_ROWS: AmountRow[] = [
  {
    label: "Website maintenance",
    cents: 72_000,
    isSum: false,
    note: "6 months, May 22, 2027 to Nov 21, 2027",
  },
  { label: "Services", cents: 72_000, isSum: false },
  { label: "Discount", cents: -7_200, isSum: false },
  { label: "Total", cents: 64_800, isSum: true },
];

const PREVIEW_RENEWAL: RenewalEmailProps = {
  date: "2027-05-22",
  rows: PREVIEW_ROWS,
  payments: [
    {
      date: "2027-05-22",
      amountCents: 64_800,
      lastAmountCents: null,
      period: "every 6 months",
      services: "Website maintenance",
    },
  ],
  card: "Visa ending in 4242",
  policyVersion: "3.1",
};

/** Two frequencies on one day. */
const PREVIEW_TWO: RenewalDay = {
  rows: [
    {
      label: "Website maintenance",
      cents: 36_000,
      isSum: false,
      note: "3 months, May 22, 2027 to Aug 21, 2027",
    },
    {
      label: "Database management",
      cents: 24_000,
      isSum: false,
      note: "12 months, May 22, 2027 to May 21, 2028",
    },
    { label: "Services", cents: 60_000, isSum: false },
    { label: "Discount", cents: -5_400, isSum: false },
    { label: "Total", cents: 54_600, isSum: true },
  ],
  payments: [
    {
      date: "2027-05-22",
      amountCents: 34_200,
      lastAmountCents: null,
      period: "every 3 months",
      services: "Website maintenance",
    },
    {
      date: "2027-05-22",
      amountCents: 20_400,
      lastAmountCents: null,
      period: "every year",
      services: "Database management",
    },
  ],
};

/** New York General Business Law, section 527-a: date, amount and how to cancel, 15 to 45 days before. */
const RENEWAL = {
  amounts: ({ rows = [] }: RenewalEmailProps) => rows,
  facts: (props: RenewalEmailProps) => [
    ...paymentRows(props.payments, props.card !== ""),
    ...(props.card ? [{ label: "Card", value: props.card }] : []),
    ...changedPayments(props).map((payment) => ({
      label: periodLabel("Price until then", payment, props.payments.length === 1),
      value: [formatCents(payment.lastAmountCents ?? 0), payment.services].filter(Boolean).join(" for "),
    })),
  ],
  paragraphs: ({ card }: RenewalEmailProps) => [howToCancel(card !== "")],
  button: "See or cancel your services",
  policyVersion: ({ policyVersion }: RenewalEmailProps) => policyVersion,
} satisfies Partial<EmailTemplate<RenewalEmailProps>>;

export const renewalReminder = clientTemplate<RenewalEmailProps>({
  ...RENEWAL,
  name: "renewal-reminder",
  title: "Reminder of a renewal",
  subject: "Your services renew on {date} ({reference})",
  values: ({ date, reference }) => ({ date: formatDate(date), reference }),
  opening: "Your services renew automatically on {date}. If you want to keep them, there is nothing to do.",
  preview: PREVIEW_RENEWAL,
  otherPreviews: [PREVIEW_TWO],
});

export const priceChange = clientTemplate<RenewalEmailProps>({
  ...RENEWAL,
  name: "price-change",
  title: "Change of a price",
  subject: "The price of your services changes on {date} ({reference})",
  values: (props) => ({
    date: formatDate(props.date),
    reference: props.reference,
    before: formatCents(sumCents(changedPayments(props), ({ lastAmountCents }) => lastAmountCents ?? 0)),
    after: formatCents(sumCents(changedPayments(props), ({ amountCents }) => amountCents)),
  }),
  opening:
    "Your services renew automatically on {date}, and your coupon no longer applies then: the price changes from {before} to {after}.",
  preview: {
    ...PREVIEW_RENEWAL,
    payments: [
      {
        date: "2027-05-22",
        amountCents: 64_800,
        lastAmountCents: 58_320,
        period: "every 6 months",
        services: "Website maintenance",
      },
    ],
  },
});

interface RenewalReceiptProps {
  /** Of the receipt. */
  number: string;
  rows: AmountRow[];
  payment: Pick<CardPayment, "amountCents" | "paidOn" | "card">;
  next: Fact[];
  /** Whether a cancellation was undone at the same time. */
  isRevoked?: boolean;
}

export const renewalReceipt = clientTemplate<RenewalReceiptProps>({
  name: "renewal-receipt",
  title: "Receipt of a renewal",
  subject: "Receipt for your renewal ({reference})",
  opening: "Thank you. Your services have been renewed.",
  amounts: ({ rows }) => rows,
  facts: ({ number, payment, next }) => [
    { label: "Receipt number", value: number },
    { label: "Payment", value: paymentText(payment) },
    ...next,
  ],
  paragraphs: ({ isRevoked = false }) => [
    ...(isRevoked ? ["The cancellation was undone: your services continue and renew as before."] : []),
    howToCancel(true),
  ],
  preview: {
    number: "7KQ2-M9XD-2",
    rows: PREVIEW_ROWS,
    payment: { amountCents: 64_800, paidOn: "2027-05-22", card: "Visa ending in 4242" },
    next: [{ label: "Next charge", value: "$648.00 on November 22, 2027, then every 6 months" }],
  },
  otherPreviews: [{ isRevoked: true }],
});

export const cancellationRevoked = clientTemplate<{ next: Fact[]; byCard: boolean }>({
  name: "cancellation-revoked",
  title: "Cancellation undone",
  subject: "Your services continue ({reference})",
  opening: "The cancellation was undone. Your services continue and renew as before.",
  facts: ({ next }) => next,
  paragraphs: ({ byCard }) => [howToCancel(byCard)],
  preview: { next: renewalReceipt.preview.next, byCard: true },
});
