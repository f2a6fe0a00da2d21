import type { CalendarDate } from "../contracts/billing-dates.ts";
import { formatCents, type Cents } from "../contracts/money.ts";
import { BY_HAND_LABEL } from "../contracts/pay-by.ts";
import { formatDate } from "../format.ts";
import { clientTemplate } from "./orders.ts";
import type { Fact } from "./template.ts";

/** A refund. Emails that were queued by earlier versions know neither its receipt's number nor its card and date. */
export interface RefundProps {
  cents: Cents;
  byCard: boolean;
  number?: string;
  card?: string;
  paidOn?: CalendarDate;
}

/** A fact for each refund that an email tells of. */
export const refundFacts = ({ refunds = [] }: { refunds?: RefundProps[] }): Fact[] =>
  refunds.map(({ cents, byCard, number, card, paidOn }) => ({
    label: number ? `Refund receipt ${number}` : "Refunded",
    value: [
      formatCents(cents),
      byCard ? `to ${card ?? "your card"}` : "",
      paidOn ? `on ${formatDate(paidOn)}` : "",
    ]
      .filter(Boolean)
      .join(" "),
  }));

interface RefundIssuedProps extends Pick<RefundProps, "byCard" | "number" | "card" | "paidOn"> {
  amountCents: Cents;
  /** What was ordered; absent in emails that were queued by earlier versions. */
  services?: string;
}

export const refundIssued = clientTemplate<RefundIssuedProps>({
  name: "refund-issued",
  title: "Refund",
  subject: "We refunded a payment ({reference})",
  opening: "We refunded a payment to your card. Banks usually take 5 to 10 days to show it.",
  otherOpening: {
    when: "it was not paid by card",
    text: "We refunded a payment to you.",
    is: ({ byCard }) => !byCard,
  },
  facts: ({ amountCents, number, card, paidOn, services }) => [
    ...(number ? [{ label: "Refund receipt", value: number }] : []),
    { label: "Refunded", value: formatCents(amountCents) },
    ...(services ? [{ label: "Of your order", value: services }] : []),
    ...(card ? [{ label: "Paid back to", value: card }] : []),
    ...(paidOn ? [{ label: "Refunded on", value: formatDate(paidOn) }] : []),
  ],
  link: ({ number, link }) => (number ? `${link}/invoices/${encodeURIComponent(number)}` : link),
  button: "See the refund receipt",
  preview: {
    amountCents: 34_200,
    byCard: true,
    number: "7KQ2-M9XD-R1",
    card: "Visa ending in 4242",
    paidOn: "2027-03-02",
    services: "Website development, Website maintenance",
  },
  otherPreviews: [{ byCard: false, card: BY_HAND_LABEL }],
});
