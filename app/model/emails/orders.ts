import type { AmountRow } from "../contracts/amounts.ts";
import { contractMessages } from "../contracts/messages.ts";
import { formatCents } from "../contracts/money.ts";
import { formatOfferTime } from "../contracts/offer.ts";
import { formatDate } from "../format.ts";
import { PREVIEW_RECEIPT, referenceFact, type ReceiptProps } from "./forms.ts";
import type { EmailTemplate, Fact } from "./template.ts";

/** What every email to a client about a contract has. */
export interface ClientEmailProps extends ReceiptProps {
  /** Private link to the order. */
  link: string;
}

export const PREVIEW_CLIENT: ClientEmailProps = {
  ...PREVIEW_RECEIPT,
  link: "https://harborlight.example/order/4f1c",
};

export const SEE_ORDER = "See your order";

type ClientTemplate<Props extends object> = Omit<EmailTemplate<ClientEmailProps & Props>, "preview"> & {
  preview: Props;
};

/** Returns the row of an email about a contract: it names the order first, and leads to its page where the row says nothing else. */
export const clientTemplate = <Props extends object>(
  row: ClientTemplate<Props>,
): EmailTemplate<ClientEmailProps & Props> => ({
  ...(row.values ? {} : { placeholders: ["reference"] }),
  button: SEE_ORDER,
  link: ({ link }) => link,
  ...row,
  facts: (props) => [referenceFact(props), ...(row.facts?.(props) ?? [])],
  preview: { ...PREVIEW_CLIENT, ...row.preview },
});

/** How to cancel services that are charged to a card, or invoiced. */
export const howToCancel = (byCard: boolean): string =>
  `You can cancel at any time on your order page, without giving a reason. Your services then continue to the end of the period that is ${byCard ? "paid" : "invoiced"} and do not renew.`;

interface OrderReceiptProps {
  /** The rows of the first receipt or invoice. */
  rows: AmountRow[];
  /** What is paid or due, and what follows. */
  facts: Fact[];
  isPaid: boolean;
  isRecurring: boolean;
  policyVersion: string;
}

export const orderReceipt = clientTemplate<OrderReceiptProps>({
  name: "order-receipt",
  title: "Receipt of an order",
  subject: "We received your order ({reference})",
  opening: contractMessages.success,
  otherOpening: {
    when: "it is paid",
    text: "Thank you for your payment. This is the receipt of your order; we will contact you shortly.",
    is: ({ isPaid }) => isPaid,
  },
  note: "If you did not send us an order, you can ignore this email.",
  hasNote: ({ isPaid }) => !isPaid,
  isNoteFirst: true,
  amounts: ({ rows }) => rows,
  facts: (props) => [...props.facts],
  paragraphs: ({ isRecurring, isPaid }) => (isRecurring ? [howToCancel(isPaid)] : []),
  policyVersion: ({ policyVersion }) => policyVersion,
  preview: {
    rows: [
      { label: "Website development", cents: 50_000, isSum: false },
      {
        label: "Website maintenance",
        cents: 36_000,
        isSum: false,
        note: "3 months, Nov 22, 2026 to Feb 21, 2027",
      },
      { label: "Services", cents: 86_000, isSum: false },
      { label: "Discount", cents: -1_800, isSum: false },
      { label: "Total", cents: 84_200, isSum: true },
    ],
    facts: [
      { label: "Receipt number", value: "7KQ2-M9XD-1" },
      { label: "Payment", value: "$842.00 on November 22, 2026 by Visa ending in 4242" },
      { label: "Next charge", value: "$342.00 on February 22, 2027, then every 3 months" },
      { label: "Order total", value: "$1,868.00 (counts twelve months of services that renew)" },
    ],
    isPaid: true,
    isRecurring: true,
    policyVersion: "3.1",
  },
  otherPreviews: [{ isPaid: false }],
});

/** An order in the list of those of one address. */
interface ListedOrder {
  reference: string;
  /** Calendar date. */
  date: string;
  totalCents: number;
  link: string;
}

interface OrderLinkProps {
  /** The orders of the same address beside the first; absent in emails that were queued before they were listed. */
  others?: readonly ListedOrder[];
}

export const orderLink = clientTemplate<OrderLinkProps>({
  name: "order-link",
  title: "New link to an order",
  subject: "Your new order link ({reference})",
  opening:
    "Somebody asked for a new link to your order. It is valid for 90 days, and as long as your services run.",
  otherOpening: {
    when: "there are several orders",
    text: "Somebody asked for new links to your orders. They are valid for 90 days, and as long as your services run.",
    is: ({ others = [] }) => others.length > 0,
  },
  note: "The link is private: whoever has it can read this order, so please do not pass it on.",
  isNoteFirst: true,
  links: ({ others = [] }) =>
    others.map(({ reference, date, totalCents, link }) => ({
      label: `Order ${reference} of ${formatDate(date)}, ${formatCents(totalCents)}`,
      href: link,
    })),
  preview: {},
  otherPreviews: [
    {
      others: [
        {
          reference: "H4TB-02RC",
          date: "2026-10-19",
          totalCents: 50_000,
          link: "https://harborlight.example/order/8d2a",
        },
        {
          reference: "Q9WN-5ZKE",
          date: "2026-03-02",
          totalCents: 1_200,
          link: "https://harborlight.example/order/c07e",
        },
      ],
    },
  ],
});

interface ContractLinkProps {
  publicUrl: string;
  totalCents: number;
  /** ISO date and time. */
  expiresAt: string;
  link: string;
}

export const contractLink: EmailTemplate<ContractLinkProps> = {
  name: "contract-link",
  title: "Link to a contract",
  placeholders: ["publicUrl"],
  subject: "Your contract is ready",
  opening: "Your contract with us is ready at {publicUrl}. Use the link below to read and sign it.",
  note: "The link is private: whoever has it can read and sign this contract, so please do not pass it on.",
  isNoteFirst: true,
  facts: ({ totalCents, expiresAt }) => [
    { label: "Total", value: formatCents(totalCents) },
    { label: "Open until", value: formatOfferTime(expiresAt) },
  ],
  button: "Read your contract",
  link: ({ link }) => link,
  preview: {
    publicUrl: "https://harborlight.example",
    totalCents: 123_600,
    expiresAt: "2026-12-21T17:00:00.000Z",
    link: "https://harborlight.example/contract/4f1c",
  },
};
