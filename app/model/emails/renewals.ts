import type { AmountRow } from "../contracts/amounts.ts";
import { type CalendarDate } from "../contracts/billing-dates.ts";
import { endText, owedSum, type OwedInvoice, type ServiceEnd } from "../contracts/cancellation.ts";
import { formatCents, sumCents, type Cents } from "../contracts/money.ts";
import { paymentText, type CardPayment } from "../contracts/payments.ts";
import { paymentRows, periodLabel, type RenewalDay } from "../contracts/renewals.ts";
import { formatDate } from "../format.ts";
import { clientTemplate, howToCancel, SEE_ORDER } from "./orders.ts";
import { refundFacts, type RefundProps } from "./refunds.ts";
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
  payments: [{ date: "2027-05-22", amountCents: 64_800, lastAmountCents: null, period: "every 6 months" }],
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
    { date: "2027-05-22", amountCents: 34_200, lastAmountCents: null, period: "every 3 months" },
    { date: "2027-05-22", amountCents: 20_400, lastAmountCents: null, period: "every year" },
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
      value: formatCents(payment.lastAmountCents ?? 0),
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
      { date: "2027-05-22", amountCents: 64_800, lastAmountCents: 58_320, period: "every 6 months" },
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

/** Returns a fact for each service: until when it goes on, or its last day once it has ended. */
export const endFacts = (ends: readonly ServiceEnd[], isOver = false): Fact[] =>
  ends.map((end) => ({ label: end.service, value: endText(end, isOver) }));

interface EndProps {
  ends: ServiceEnd[];
  /** Invoices that remain payable. */
  owed: OwedInvoice[];
  /** What was paid beyond what was owed. */
  creditCents?: Cents;
  /** What was paid back with it, and how. */
  refunds?: RefundProps[];
}

const owedTexts = ({ owed, creditCents = 0 }: EndProps): string[] => [
  ...owed.map(
    ({ number, cents, dueOn }) =>
      `Invoice ${number} remains payable: ${formatCents(cents)}, due ${formatDate(dueOn)}.`,
  ),
  ...owedSum(owed),
  ...(creditCents > 0 ? [`Credit left: ${formatCents(creditCents)}. We pay back what no invoice uses.`] : []),
];

const PREVIEW_ENDS: EndProps = {
  ends: [
    { service: "Website maintenance", lastDay: "2027-02-21" },
    { service: "Database management", lastDay: "2027-11-21" },
  ],
  owed: [],
};

interface CancellationProps extends EndProps {
  byClient: boolean;
  /** The last day on which it can be undone; null when it cannot. */
  revocableOn: CalendarDate | null;
}

export const cancellationConfirmed = clientTemplate<CancellationProps>({
  name: "cancellation-confirmed",
  title: "Cancellation",
  subject: "Your cancellation is confirmed ({reference})",
  values: ({ reference, revocableOn }) => ({
    reference,
    until: revocableOn ? formatDate(revocableOn) : "",
  }),
  opening: "You cancelled your services. They do not renew.",
  otherOpening: {
    when: "we cancelled",
    text: "We cancelled your services. They do not renew.",
    is: ({ byClient }) => !byClient,
  },
  facts: (props) => [...endFacts(props.ends), ...refundFacts(props)],
  paragraphs: owedTexts,
  note: 'Changed your mind? Until {until} you can keep your services: press "Keep my services" on your order page.',
  hasNote: ({ revocableOn }) => Boolean(revocableOn),
  button: "See or undo the cancellation",
  otherButton: {
    when: "it is too late to undo it",
    text: SEE_ORDER,
    is: ({ revocableOn }) => !revocableOn,
  },
  preview: { ...PREVIEW_ENDS, byClient: true, revocableOn: "2027-02-21" },
  otherPreviews: [
    {
      byClient: false,
      revocableOn: null,
      owed: [{ number: "INV-2026-0001", cents: 100_800, dueOn: "2026-12-22" }],
    },
    {
      creditCents: 5_000,
      refunds: [{ cents: 12_000, byCard: true }],
      owed: [
        { number: "INV-2026-0001", cents: 100_800, dueOn: "2026-12-22" },
        { number: "INV-2026-0007", cents: 12_000, dueOn: "2027-01-21" },
      ],
    },
  ],
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

interface ServicesEndedProps extends EndProps {
  unpaid: boolean;
  /** The charges that were declined to the last. */
  declined?: { cents: Cents; card: string }[];
}

export const servicesEnded = clientTemplate<ServicesEndedProps>({
  name: "services-ended",
  title: "Services ended",
  subject: "Your services have ended ({reference})",
  opening: "Your services have ended as cancelled and do not renew. Thank you for working with us.",
  otherOpening: {
    when: "a renewal was not paid",
    text: "Your services have ended, because their renewal could not be paid. Your card is not charged again.",
    is: ({ unpaid }) => unpaid,
  },
  facts: (props) => [
    ...endFacts(props.ends, true),
    ...(props.declined ?? []).map(({ cents, card }) => ({
      label: "Not paid",
      value: `${formatCents(cents)} by ${card}`,
    })),
    ...refundFacts(props),
  ],
  paragraphs: owedTexts,
  preview: { ...PREVIEW_ENDS, unpaid: false },
  otherPreviews: [{ unpaid: true }],
});
