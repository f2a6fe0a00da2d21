import { worded } from "../../content/email-words.ts";
import { Note, Paragraph } from "../../platform/email-layout.server.tsx";
import type { EmailTemplate } from "../../submissions/email/email.ts";
import type { AmountRow } from "../amounts.ts";
import { formatDate, addDays, type CalendarDate } from "../billing-dates.ts";
import { formatCents, type Cents } from "../money.ts";
import {
  AgreedPolicyLink,
  ContractEmail,
  HOW_TO_CANCEL,
  PREVIEW_CLIENT,
  type ClientEmailProps,
} from "./contract-email.server.tsx";
import {
  RENEWAL_REMINDER,
  PRICE_CHANGE,
  RENEWAL_RECEIPT,
  CHARGE_FAILED,
  CANCELLATION_CONFIRMED,
  CANCELLATION_REVOKED,
  SERVICES_ENDED,
  REFUND_ISSUED,
} from "./email-words.ts";
import { type Renewal } from "./email-amounts.ts";

export interface RenewalEmailProps extends ClientEmailProps, Renewal {
  date: CalendarDate;
  /** The card that is charged; `""` for a renewal by invoice. */
  card: string;
  policyVersion: string;
}

const PREVIEW_ROWS: AmountRow[] = [
  { label: "Website maintenance (every 6 months)", cents: 64_800, isSum: false },
  { label: "Total", cents: 64_800, isSum: true },
];

const PREVIEW_RENEWAL: RenewalEmailProps = {
  ...PREVIEW_CLIENT,
  date: "2027-05-22",
  rows: PREVIEW_ROWS,
  amountCents: 64_800,
  previousCents: null,
  period: "every 6 months",
  card: "Visa ending in 4242",
  policyVersion: "3.1",
};

/** New York General Business Law, section 527-a: date, amount and how to cancel, 15 to 45 days before. */
function RenewalNotice(props: RenewalEmailProps) {
  const { date, amountCents, previousCents, period, card, policyVersion, rows, ...client } = props;
  return (
    <ContractEmail
      {...client}
      rows={rows}
      facts={[
        { label: "Renews on", value: formatDate(date) },
        { label: "Then", value: period },
        ...(previousCents === null ? [] : [{ label: "Price until then", value: formatCents(previousCents) }]),
        { label: previousCents === null ? "Amount" : "New price", value: formatCents(amountCents) },
        { label: "Payment", value: card ? `We charge ${card}` : "We send an invoice" },
      ]}
    >
      <Paragraph>{HOW_TO_CANCEL}</Paragraph>
      <AgreedPolicyLink version={policyVersion} />
    </ContractEmail>
  );
}

export const renewalReminder: EmailTemplate<RenewalEmailProps> = {
  ...worded(RENEWAL_REMINDER, ({ date, reference }) => ({ date: formatDate(date), reference })),
  Content: (props) => <RenewalNotice {...props} />,
  preview: PREVIEW_RENEWAL,
};

export const priceChange: EmailTemplate<RenewalEmailProps> = {
  ...worded(PRICE_CHANGE, ({ date, reference, previousCents, amountCents }) => ({
    date: formatDate(date),
    reference,
    before: formatCents(previousCents ?? amountCents),
    after: formatCents(amountCents),
  })),
  Content: (props) => <RenewalNotice {...props} />,
  preview: { ...PREVIEW_RENEWAL, previousCents: 58_320 },
};

interface RenewalReceiptProps extends ClientEmailProps {
  rows: AmountRow[];
  amountCents: Cents;
  paidOn: CalendarDate;
  card: string;
  next: { label: string; value: string }[];
}

export const renewalReceipt: EmailTemplate<RenewalReceiptProps> = {
  ...worded(RENEWAL_RECEIPT),
  Content: ({ rows, amountCents, paidOn, card, next, ...client }) => (
    <ContractEmail
      {...client}
      rows={rows}
      facts={[
        { label: "Paid", value: `${formatCents(amountCents)} on ${formatDate(paidOn)} by ${card}` },
        ...next,
      ]}
    >
      <Paragraph>{HOW_TO_CANCEL}</Paragraph>
    </ContractEmail>
  ),
  preview: {
    ...PREVIEW_CLIENT,
    rows: PREVIEW_ROWS,
    amountCents: 64_800,
    paidOn: "2027-05-22",
    card: "Visa ending in 4242",
    next: [{ label: "Next charge", value: "$648.00 on November 22, 2027, then every 6 months" }],
  },
};

export const chargeFailed: EmailTemplate<ClientEmailProps & { amountCents: Cents; card: string }> = {
  ...worded(CHARGE_FAILED),
  Content: ({ amountCents, card, ...client }) => (
    <ContractEmail
      {...client}
      facts={[
        { label: "Amount", value: formatCents(amountCents) },
        { label: "Card", value: card },
      ]}
    >
      <Note />
    </ContractEmail>
  ),
  preview: { ...PREVIEW_CLIENT, amountCents: 64_800, card: "Visa ending in 4242" },
};

/** The last day that a client has the services. */
const lastDay = (endsOn: CalendarDate): string => formatDate(addDays(endsOn, -1));

interface CancellationProps extends ClientEmailProps {
  /** The day after the last period that is paid. */
  endsOn: CalendarDate;
  byClient: boolean;
  /** The first day on which it cannot be undone any more; null when that is today. */
  revocableUntil: CalendarDate | null;
}

export const cancellationConfirmed: EmailTemplate<CancellationProps> = {
  ...worded(CANCELLATION_CONFIRMED, ({ reference, revocableUntil }) => ({
    reference,
    until: revocableUntil ? lastDay(revocableUntil) : "",
  })),
  Content: ({ endsOn, byClient, revocableUntil, ...client }) => (
    <ContractEmail
      {...client}
      hasOtherOpening={!byClient}
      facts={revocableUntil ? [{ label: "Services continue until", value: lastDay(endsOn) }] : []}
      hasOtherButton={!revocableUntil}
    >
      {revocableUntil ? <Note /> : null}
    </ContractEmail>
  ),
  preview: { ...PREVIEW_CLIENT, endsOn: "2027-05-22", byClient: true, revocableUntil: "2027-05-22" },
  otherPreviews: [{ byClient: false, revocableUntil: null }],
};

export const cancellationRevoked: EmailTemplate<ClientEmailProps & { next: RenewalReceiptProps["next"] }> = {
  ...worded(CANCELLATION_REVOKED),
  Content: ({ next, ...client }) => (
    <ContractEmail {...client} facts={next}>
      <Paragraph>{HOW_TO_CANCEL}</Paragraph>
    </ContractEmail>
  ),
  preview: { ...PREVIEW_CLIENT, next: renewalReceipt.preview.next },
};

export const servicesEnded: EmailTemplate<
  ClientEmailProps & { endsOn: CalendarDate | null; unpaid: boolean }
> = {
  ...worded(SERVICES_ENDED),
  Content: ({ endsOn, unpaid, ...client }) => (
    <ContractEmail
      {...client}
      hasOtherOpening={unpaid}
      facts={endsOn ? [{ label: "Last day", value: lastDay(endsOn) }] : []}
    />
  ),
  preview: { ...PREVIEW_CLIENT, endsOn: "2027-05-22", unpaid: false },
  otherPreviews: [{ unpaid: true }],
};

export const refundIssued: EmailTemplate<ClientEmailProps & { amountCents: Cents; byCard: boolean }> = {
  ...worded(REFUND_ISSUED),
  Content: ({ amountCents, byCard, ...client }) => (
    <ContractEmail
      {...client}
      hasOtherOpening={!byCard}
      facts={[{ label: "Refunded", value: formatCents(amountCents) }]}
    />
  ),
  preview: { ...PREVIEW_CLIENT, amountCents: 34_200, byCard: true },
  otherPreviews: [{ byCard: false }],
};

export const RENEWAL_EMAILS: readonly EmailTemplate[] = [
  renewalReminder,
  priceChange,
  renewalReceipt,
  chargeFailed,
  cancellationConfirmed,
  cancellationRevoked,
  servicesEnded,
  refundIssued,
];
