import { worded } from "../../../email/words.ts";
import { Note, Paragraph, type Fact } from "../../../email/layout.server.tsx";
import type { EmailTemplate } from "../../../email/email.ts";
import type { AmountRow } from "../../../model/contracts/amounts.ts";
import type { OwedInvoice, ServiceEnd } from "../../../model/contracts/service-ends.ts";
import { formatDate, type CalendarDate } from "../../../model/contracts/billing-dates.ts";
import { formatCents, type Cents } from "../../../model/contracts/money.ts";
import {
  AgreedPolicyLink,
  ContractEmail,
  howToCancel,
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
import { paymentText, type CardPayment } from "../../../model/contracts/payments.ts";
import type { NextPayment, RenewalDay } from "../../../model/contracts/renewals.ts";

export interface RenewalEmailProps extends ClientEmailProps, RenewalDay {
  date: CalendarDate;
  /** The card that is charged; `""` for a renewal by invoice. */
  card: string;
  policyVersion: string;
}

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
      <Paragraph>{howToCancel(card !== "")}</Paragraph>
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
  /** Of the receipt. */
  number: string;
  rows: AmountRow[];
  payment: Pick<CardPayment, "amountCents" | "paidOn" | "card">;
  next: NextPayment[];
}

export const renewalReceipt: EmailTemplate<RenewalReceiptProps> = {
  ...worded(RENEWAL_RECEIPT),
  Content: ({ number, rows, payment, next, ...client }) => (
    <ContractEmail
      {...client}
      rows={rows}
      facts={[
        { label: "Receipt number", value: number },
        { label: "Payment", value: paymentText(payment) },
        ...next,
      ]}
    >
      <Paragraph>{howToCancel(true)}</Paragraph>
    </ContractEmail>
  ),
  preview: {
    ...PREVIEW_CLIENT,
    number: "7KQ2-M9XD-2",
    rows: PREVIEW_ROWS,
    payment: { amountCents: 64_800, paidOn: "2027-05-22", card: "Visa ending in 4242" },
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

/** A fact for each service: until when it goes on, or its last day once it has ended. */
export const endFacts = (ends: readonly ServiceEnd[], isOver = false): Fact[] =>
  ends.map(({ service, lastDay }) => ({
    label: service,
    value: `${isOver ? "ended" : "until"} ${formatDate(lastDay)}`,
  }));

interface EndProps extends ClientEmailProps {
  ends: ServiceEnd[];
  /** Invoices that remain payable. */
  owed: OwedInvoice[];
}

function Owed({ owed }: Pick<EndProps, "owed">) {
  return owed.map(({ number, cents, dueOn }) => (
    <Paragraph key={number}>
      {`Invoice ${number} remains payable: ${formatCents(cents)}, due ${formatDate(dueOn)}.`}
    </Paragraph>
  ));
}

interface CancellationProps extends EndProps {
  byClient: boolean;
  /** The last day on which it can be undone; null when it cannot. */
  revocableOn: CalendarDate | null;
}

const PREVIEW_ENDS: EndProps = {
  ...PREVIEW_CLIENT,
  ends: [
    { service: "Website maintenance", lastDay: "2027-02-21" },
    { service: "Database management", lastDay: "2027-11-21" },
  ],
  owed: [],
};
const PREVIEW_OWED: OwedInvoice[] = [{ number: "INV-2026-0001", cents: 100_800, dueOn: "2026-12-22" }];

export const cancellationConfirmed: EmailTemplate<CancellationProps> = {
  ...worded(CANCELLATION_CONFIRMED, ({ reference, revocableOn }) => ({
    reference,
    until: revocableOn ? formatDate(revocableOn) : "",
  })),
  Content: ({ ends, owed, byClient, revocableOn, ...client }) => (
    <ContractEmail
      {...client}
      hasOtherOpening={!byClient}
      facts={endFacts(ends)}
      hasOtherButton={!revocableOn}
    >
      <Owed owed={owed} />
      {revocableOn ? <Note /> : null}
    </ContractEmail>
  ),
  preview: { ...PREVIEW_ENDS, byClient: true, revocableOn: "2027-02-21" },
  otherPreviews: [{ byClient: false, revocableOn: null, owed: PREVIEW_OWED }],
};

export const cancellationRevoked: EmailTemplate<
  ClientEmailProps & { next: RenewalReceiptProps["next"]; byCard: boolean }
> = {
  ...worded(CANCELLATION_REVOKED),
  Content: ({ next, byCard, ...client }) => (
    <ContractEmail {...client} facts={next}>
      <Paragraph>{howToCancel(byCard)}</Paragraph>
    </ContractEmail>
  ),
  preview: { ...PREVIEW_CLIENT, next: renewalReceipt.preview.next, byCard: true },
};

export const servicesEnded: EmailTemplate<EndProps & { unpaid: boolean }> = {
  ...worded(SERVICES_ENDED),
  Content: ({ ends, owed, unpaid, ...client }) => (
    <ContractEmail {...client} hasOtherOpening={unpaid} facts={endFacts(ends, true)}>
      <Owed owed={owed} />
    </ContractEmail>
  ),
  preview: { ...PREVIEW_ENDS, unpaid: false },
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
