import type { CalendarDate } from "../contracts/billing-dates.ts";
import { endText, owedSum, type OwedInvoice, type ServiceEnd } from "../contracts/cancellation.ts";
import { formatCents, type Cents } from "../contracts/money.ts";
import { undeliveredTexts, type Undelivered } from "../contracts/undelivered.ts";
import { formatDate } from "../format.ts";
import { clientTemplate, SEE_ORDER } from "./orders.ts";
import { refundFacts, type RefundProps } from "./refunds.ts";
import type { Fact } from "./template.ts";

/** Returns a fact for each service: until when it goes on, or its last day once it has ended. */
export const endFacts = (ends: readonly ServiceEnd[]): Fact[] =>
  ends.map((end) => ({ label: end.service, value: endText(end) }));

interface EndProps {
  ends: ServiceEnd[];
  /** Invoices that remain payable. */
  owed: OwedInvoice[];
  /** What was paid beyond what was owed. */
  creditCents?: Cents;
  /** What was paid back with it, and how. */
  refunds?: RefundProps[];
  /** What services cost for the days after their end. */
  undelivered?: Undelivered[];
}

const owedTexts = ({ owed, creditCents = 0, undelivered = [] }: EndProps): string[] => [
  ...undeliveredTexts(undelivered),
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

interface ServicesEndedProps extends EndProps {
  unpaid: boolean;
  /** The charges that were declined to the last. */
  declined?: { cents: Cents; card: string }[];
}

export const servicesEnded = clientTemplate<ServicesEndedProps>({
  name: "services-ended",
  title: "Services ended",
  subject: "Services of your order have ended ({reference})",
  opening: "Your services are cancelled and do not renew. Thank you for working with us.",
  otherOpening: {
    when: "a renewal was not paid",
    text: "Services of your order have ended, because their renewal could not be paid. Your card is not charged again.",
    is: ({ unpaid }) => unpaid,
  },
  facts: (props) => [
    // Emails that were queued by earlier versions tell of what has ended alone.
    ...endFacts(props.ends.map((end) => ({ isOver: true, ...end }))),
    ...(props.declined ?? []).map(({ cents, card }) => ({
      label: "Not paid",
      value: `${formatCents(cents)} by ${card}`,
    })),
    ...refundFacts(props),
  ],
  paragraphs: (props) => [
    ...(props.ends.some(({ isOver = true }) => !isOver)
      ? ["What is paid ahead goes on to the end of its period."]
      : []),
    ...owedTexts(props),
  ],
  preview: { ...PREVIEW_ENDS, unpaid: false },
  otherPreviews: [
    { unpaid: true },
    {
      undelivered: [
        { services: "Database management", days: { start: "2027-02-22", end: "2027-11-22" }, cents: 15_258 },
      ],
    },
  ],
});
