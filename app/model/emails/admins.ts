import type { AmountRow } from "../contracts/amounts.ts";
import { SPAM_REASON_TEXTS, type SpamReason } from "../spam.ts";
import { PREVIEW_RECEIPT, referenceFact, type ReceiptProps } from "./forms.ts";
import { orderReceipt } from "./orders.ts";
import type { EmailTemplate, Fact } from "./template.ts";

/** What admins see of every submission in an email; the rest requires signing in. */
export interface NoticeProps extends ReceiptProps {
  name: string;
  email: string;
  suspected: SpamReason | null;
  /** URL of the submission in the admin pages. */
  url: string;
}

const PREVIEW_URL = "https://harborlight.example/admin";
const PREVIEW_NOTICE: NoticeProps = {
  ...PREVIEW_RECEIPT,
  name: "Zoë Whitfield",
  email: "zoe@example.com",
  suspected: null,
  url: PREVIEW_URL,
};

/** What every notice about a submission is. Its `status` says that spam is suspected. */
const NOTICE = {
  values: ({ suspected, reference, name, email }: NoticeProps) => ({
    status: suspected ? "Suspected: new" : "New",
    reference,
    name,
    email,
  }),
  button: "Read it in the admin pages",
  link: ({ url }: NoticeProps) => url,
} satisfies Partial<EmailTemplate<NoticeProps>>;

function noticeFacts(props: NoticeProps, more: readonly Fact[]): Fact[] {
  const { name, email, suspected } = props;
  return [
    { label: "Name", value: name },
    { label: "Email", value: email },
    referenceFact(props),
    ...more,
    ...(suspected ? [{ label: "Suspected", value: SPAM_REASON_TEXTS[suspected] }] : []),
  ];
}

/** The message is quoted, so that Reply answers it. */
export const messageNotice: EmailTemplate<
  NoticeProps & { service: string; message?: string; answers?: Fact[] }
> = {
  ...NOTICE,
  name: "message-notice",
  title: "To admins: a message",
  subject: "{status} message ({reference})",
  opening: "A new message came in.",
  facts: (props) =>
    noticeFacts(props, [
      ...(props.service ? [{ label: "Service", value: props.service }] : []),
      ...(props.answers ?? []),
    ]),
  quote: ({ message }) => message,
  preview: {
    ...PREVIEW_NOTICE,
    service: "Data Analytics",
    message: "Could you look at our reports?\nThey take a day every month.",
  },
  otherPreviews: [{ service: "", answers: [{ label: "Do you have a website?", value: "Yes" }] }],
};

export const questionnaireNotice: EmailTemplate<NoticeProps & { files: number }> = {
  ...NOTICE,
  name: "questionnaire-notice",
  title: "To admins: a questionnaire",
  subject: "{status} questionnaire ({reference})",
  opening: "A new questionnaire came in.",
  facts: (props) => noticeFacts(props, [{ label: "Files", value: String(props.files) }]),
  preview: { ...PREVIEW_NOTICE, files: 2 },
};

export const orderNotice: EmailTemplate<NoticeProps & { rows: AmountRow[]; facts: Fact[] }> = {
  ...NOTICE,
  name: "order-notice",
  title: "To admins: an order",
  subject: "{status} order ({reference})",
  opening: "A new order came in.",
  amounts: ({ rows }) => rows,
  isFactsFirst: true,
  facts: (props) => noticeFacts(props, props.facts),
  preview: {
    ...PREVIEW_NOTICE,
    rows: orderReceipt.preview.rows,
    facts: [{ label: "Payment", value: "$842.00 on November 22, 2026 by Visa ending in 4242" }],
  },
};

/** What admins see of an event of a contract in an email. */
export interface ContractNoticeProps extends ReceiptProps {
  /** What happened, in the words of the history. */
  what: string;
  name: string;
  facts: Fact[];
  /** URL of the contract in the admin pages. */
  url: string;
}

export const contractNotice: EmailTemplate<ContractNoticeProps> = {
  name: "contract-notice",
  title: "To admins: an event of a contract",
  placeholders: ["what", "reference", "name"],
  subject: "{what} ({reference})",
  opening: "{what}.",
  facts: (props) => [{ label: "Client", value: props.name }, referenceFact(props), ...props.facts],
  button: "Open it in the admin pages",
  link: ({ url }) => url,
  preview: {
    ...PREVIEW_RECEIPT,
    what: "Cancellation requested",
    name: "Zoë Whitfield",
    facts: [
      { label: "By", value: "the client" },
      { label: "Services end", value: "May 21, 2027" },
    ],
    url: PREVIEW_URL,
  },
};

export interface DigestProps {
  /** `November 22, 2026`. */
  day: string;
  count: number;
  listed: { reference: string; text: string }[];
  /** URL of the dashboard. */
  url: string;
}

export const submissionsDigest: EmailTemplate<DigestProps> = {
  name: "submissions-digest",
  title: "To admins: the day’s submissions",
  subject: "{submissions} ({day})",
  values: ({ count, listed, day }) => ({
    submissions: `${count} new ${count === 1 ? "submission" : "submissions"}`,
    day,
    more: String(count - listed.length),
  }),
  opening: "Since the last of these emails: {submissions}.",
  facts: ({ listed }) => listed.map(({ reference, text }) => ({ label: reference, value: text })),
  note: "And {more} more.",
  hasNote: ({ count, listed }) => count > listed.length,
  button: "Read them in the admin pages",
  link: ({ url }) => url,
  preview: {
    day: "November 22, 2026",
    count: 3,
    listed: [
      { reference: "7KQ2-M9XD", text: "Questionnaire of Zoë Whitfield" },
      { reference: "H4TB-02RC", text: "Contract of Ada Lovelace" },
      { reference: "9PWN-6J3E", text: "Suspected: message of Best Offers" },
    ],
    url: PREVIEW_URL,
  },
  otherPreviews: [{ count: 60 }],
};

interface MoneyChangedProps {
  /** What has changed, such as `Website, Payment settings`. */
  what: string;
  changes: Fact[];
  /** URL of the Studio. */
  url: string;
}

export const moneyChanged: EmailTemplate<MoneyChangedProps> = {
  name: "money-changed",
  title: "To admins: prices, payment or words of emails changed",
  subject: "Changed on our website: {what}",
  values: ({ what }) => ({ what }),
  opening:
    "What the website says of prices and payment, or in its emails, has changed. This is what it was and is.",
  facts: ({ changes }) => changes,
  note: "If nobody of you wanted this, open the Studio: the history of each document says who changed it, and brings it back.",
  button: "Open the Studio",
  link: ({ url }) => url,
  preview: {
    what: "Payment settings, Website",
    changes: [
      { label: "Payment settings: payee", value: "Harborlight LLC → Harborlight Inc." },
      { label: "Website: price", value: "$4,800.00 → $5,200.00" },
    ],
    url: "https://harborlight.example/studio",
  },
};
