import type { DeclinedRenewal } from "../contracts/declined.ts";
import { formatCents, type Cents } from "../contracts/money.ts";
import { formatDate } from "../format.ts";
import { clientTemplate } from "./orders.ts";
import type { Fact } from "./template.ts";

interface ChargeFailedProps extends Pick<DeclinedRenewal, "nextTryOn" | "endsOn" | "confirmUrl"> {
  amountCents: Cents;
  card: string;
}

/** What follows a declined renewal. */
export function declinedFacts({
  nextTryOn,
  endsOn,
}: Pick<ChargeFailedProps, "nextTryOn" | "endsOn">): Fact[] {
  const ends = endsOn ? `${formatDate(endsOn)} at the latest` : "after the last try";
  return [
    {
      label: "Next try",
      value: nextTryOn ? formatDate(nextTryOn) : "None is planned",
    },
    ...(nextTryOn ? [{ label: "If it stays unpaid", value: `Its services end ${ends}` }] : []),
  ];
}

export const chargeFailed = clientTemplate<ChargeFailedProps>({
  name: "charge-failed",
  title: "Charge failed",
  placeholders: ["reference"],
  subject: "We could not charge your card ({reference})",
  opening: "The renewal of your services could not be paid: your bank declined the charge.",
  otherOpening: {
    when: "the bank wants it to be confirmed",
    text: "Your bank wants you to confirm the renewal of your services. Until you have, your card is not charged.",
    is: ({ confirmUrl }) => Boolean(confirmUrl),
  },
  facts: (props) => [
    { label: "Amount", value: formatCents(props.amountCents) },
    { label: "Card", value: props.card },
    ...declinedFacts(props),
  ],
  note: "Please check with your bank, or set another card on your order page. Your services continue meanwhile.",
  hasNote: ({ confirmUrl }) => !confirmUrl,
  paragraphs: ({ confirmUrl, link }) =>
    confirmUrl
      ? [`Your services continue meanwhile. You can also set another card on your order page: ${link}`]
      : [],
  button: "Update your card",
  otherButton: {
    when: "the bank wants it to be confirmed",
    text: "Confirm the payment",
    is: ({ confirmUrl }) => Boolean(confirmUrl),
  },
  link: ({ confirmUrl, link }) => confirmUrl || link,
  preview: {
    amountCents: 64_800,
    card: "Visa ending in 4242",
    nextTryOn: "2027-05-25",
    endsOn: "2027-06-06",
    confirmUrl: "",
  },
  otherPreviews: [{ confirmUrl: "https://invoice.stripe.example/i/4f1c" }, { nextTryOn: null }],
});
