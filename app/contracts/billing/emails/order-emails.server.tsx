import { worded } from "../../../email/words.ts";
import { emailJob, type EmailSite, type EmailTemplate } from "../../../email/email.ts";
import { ActionButton, Facts, Note, Opening, Paragraph, type Fact } from "../../../email/layout.server.tsx";
import {
  Notice,
  noticeValues,
  PREVIEW_NOTICE,
  PREVIEW_RECEIPT,
  receiptJobs,
  type NoticeProps,
  type ReceiptProps,
} from "../../../email/receipt.server.tsx";
import type { NewJob } from "../../../submissions/queue/job.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import type { AmountRow } from "../../../model/contracts/amounts.ts";
import { formatDate, dateOf } from "../../../model/contracts/billing-dates.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { uuidOfContract, type StoredOffer } from "../../store/find-offer.server.ts";
import { formatOfferTime } from "../../../model/contracts/offer.ts";
import { confirmationToken, renewedToken } from "../../store/private-links.server.ts";
import {
  AgreedPolicyLink,
  AmountRows,
  clientAddresses,
  howToCancel,
  PREVIEW_LINK,
  type ClientEmailProps,
} from "./contract-email.server.tsx";
import { ORDER_NOTICE, ORDER_RECEIPT, ORDER_LINK, CONTRACT_LINK } from "./email-words.ts";
import { orderRows } from "../../../model/contracts/account.ts";
import { openCents } from "../../../model/contracts/invoice-state.ts";
import { cardPayments, paymentText, receiptNumber } from "../../../model/contracts/payments.ts";
import { nextPayments } from "../../../model/contracts/renewals.ts";

interface OrderReceiptProps extends ClientEmailProps {
  rows: AmountRow[];
  /** What is paid or due, and what follows. */
  facts: Fact[];
  isPaid: boolean;
  isRecurring: boolean;
  policyVersion: string;
}

const orderReceipt: EmailTemplate<OrderReceiptProps> = {
  ...worded(ORDER_RECEIPT),
  Content: ({ reference, link, rows, facts, isPaid, isRecurring, policyVersion }) => (
    <>
      <Opening />
      {isPaid ? null : <Note />}
      <AmountRows rows={rows} />
      <Facts facts={[{ label: "Reference number", value: reference }, ...facts]} />
      {isRecurring ? <Paragraph>{howToCancel(isPaid)}</Paragraph> : null}
      <ActionButton href={link} />
      <AgreedPolicyLink version={policyVersion} />
    </>
  ),
  preview: {
    ...PREVIEW_RECEIPT,
    link: PREVIEW_LINK,
    rows: [
      { label: "Website development", cents: 50_000, isSum: false },
      {
        label: "Website maintenance",
        cents: 144_000,
        isSum: false,
        note: "Quarterly (5% off): $1,368.00 for 12 months, $342.00 every 3 months",
      },
      { label: "Services", cents: 194_000, isSum: false },
      { label: "Discount", cents: -7_200, isSum: false },
      { label: "Total", cents: 186_800, isSum: true },
    ],
    facts: [
      { label: "Receipt number", value: "7KQ2-M9XD-1" },
      { label: "Payment", value: "$842.00 on November 22, 2026 by Visa ending in 4242" },
      { label: "Next charge", value: "$342.00 on February 22, 2027, then every 3 months" },
    ],
    isPaid: true,
    isRecurring: true,
    policyVersion: "3.1",
  },
  otherPreviews: [{ isPaid: false }],
};

interface OrderNoticeProps extends NoticeProps {
  rows: AmountRow[];
  facts: Fact[];
}

const orderNotice: EmailTemplate<OrderNoticeProps> = {
  ...worded(ORDER_NOTICE, noticeValues),
  Content: ({ rows, facts, ...notice }) => (
    <>
      <AmountRows rows={rows} />
      <Notice notice={notice} facts={facts} />
    </>
  ),
  preview: {
    ...PREVIEW_NOTICE,
    rows: orderReceipt.preview.rows,
    facts: [{ label: "Payment", value: "$842.00 on November 22, 2026 by Visa ending in 4242" }],
  },
};

const orderLink: EmailTemplate<ReceiptProps & { link: string }> = {
  ...worded(ORDER_LINK),
  Content: ({ reference, link }) => (
    <>
      <Opening />
      <Note />
      <Facts facts={[{ label: "Reference number", value: reference }]} />
      <ActionButton href={link} />
    </>
  ),
  preview: { ...PREVIEW_RECEIPT, link: PREVIEW_LINK },
};

interface ContractLink {
  publicUrl: string;
  totalCents: number;
  /** ISO date and time. */
  expiresAt: string;
  link: string;
}

const contractLink: EmailTemplate<ContractLink> = {
  ...worded(CONTRACT_LINK),
  Content: ({ totalCents, expiresAt, link }) => (
    <>
      <Opening />
      <Note />
      <Facts
        facts={[
          { label: "Total", value: formatCents(totalCents) },
          { label: "Open until", value: formatOfferTime(expiresAt) },
        ]}
      />
      <ActionButton href={link} />
    </>
  ),
  preview: {
    publicUrl: "https://harborlight.example",
    totalCents: 123_600,
    expiresAt: "2026-12-21T17:00:00.000Z",
    link: "https://harborlight.example/contract/4f1c",
  },
};

export const ORDER_EMAILS: readonly EmailTemplate[] = [orderReceipt, orderNotice, orderLink, contractLink];

/** What was paid for an order, or what is still to pay, and when. */
function paymentFacts(contract: StoredContract, reference: string): Fact[] {
  const { payment, invoices = [] } = contract;
  const amount = formatCents(payment.amountDueToday);
  if (payment.paymentMethod === "stripe") {
    const [first] = cardPayments(contract);
    if (!first) return [{ label: "Payment", value: `${amount} by card` }];
    return [
      { label: "Receipt number", value: receiptNumber(reference, first) },
      { label: "Payment", value: paymentText(first) },
    ];
  }
  const invoice = invoices.find(({ kind }) => kind === "invoice");
  if (!invoice)
    return [{ label: "Still to pay", value: `${amount} by invoice, which we send in an email of its own` }];
  const { number, dueOn } = invoice;
  const open = openCents(invoice);
  const due = open > 0 ? `${formatCents(open)} by ${formatDate(dueOn)}` : formatCents(0);
  return [{ label: "Still to pay", value: `${due} (invoice ${number})` }];
}

/**
 * Returns the receipt of an order and the notices to the admins, once it is placed: by invoice, or paid by card. None before the
 * card is charged. `link` is the private link, by default the order's first one.
 */
export function orderJobs(
  site: EmailSite,
  contract: StoredContract,
  link = `${site.publicUrl}/order/${confirmationToken(site.secret, uuidOfContract(contract._id))}`,
): NewJob[] {
  const { _id, status, contactInfo, payment, suspected } = contract;
  const placed = status === "invoice" || status === "completed";
  // The client's data was erased.
  if (!placed || !contactInfo.email) return [];
  const isPaid = payment.paymentMethod === "stripe";
  const rows = orderRows(contract);
  const reference = referenceNumber(site.secret, _id);
  const facts = [
    ...paymentFacts(contract, reference),
    ...nextPayments(contract, dateOf(new Date(contract.submittedAt))),
  ];
  const receipt = {
    rows,
    facts,
    isPaid,
    isRecurring: payment.schedule.length > 0,
    policyVersion: contract.agreedPolicy.version,
    link,
  };
  const jobs = receiptJobs(site, {
    id: _id,
    // A paid order is not spam.
    suspected: status === "completed" ? undefined : suspected,
    paid: status === "completed",
    visitor: { name: `${contactInfo.firstName} ${contactInfo.lastName}`, email: contactInfo.email },
    receipt: { template: orderReceipt, props: receipt },
    notice: { template: orderNotice, props: { rows, facts } },
    adminPath: `/admin/contracts/${encodeURIComponent(_id)}`,
  });
  const payers = isPaid ? clientAddresses(contract).slice(1) : [];
  const copies = payers.map((to) =>
    emailJob(_id, "confirmation", { to, template: orderReceipt, props: { ...receipt, reference } }),
  );
  return [...jobs, ...copies];
}

/** Returns the email with a new link to an order. The same within an hour, so it is sent once. */
export function orderLinkEmail(site: EmailSite, { _id, contactInfo }: StoredContract, now: Date): NewJob {
  const token = renewedToken(site.secret, uuidOfContract(_id), now);
  return emailJob(_id, `order-link-${now.toISOString().slice(0, 13)}`, {
    to: contactInfo.email,
    template: orderLink,
    props: { reference: referenceNumber(site.secret, _id), link: `${site.publicUrl}/order/${token}` },
  });
}

interface ContractLinkOptions {
  /** The private link, absolute. */
  link: string;
  /** Email that gets the client's reply. */
  by: string;
  /** New with each load of the page, so that pressing the button twice sends one email. */
  nonce: string;
}

/** Returns the email with the private link of a contract. */
export function contractLinkEmail(
  { publicUrl }: Pick<EmailSite, "publicUrl">,
  { _id, contactInfo, total, offer }: StoredOffer,
  { link, by, nonce }: ContractLinkOptions,
): NewJob {
  return emailJob(_id, `link-${offer.version}-${nonce}`, {
    to: contactInfo.email,
    template: contractLink,
    props: { publicUrl, totalCents: total, expiresAt: offer.expiresAt, link },
    replyTo: { name: "", address: by },
  });
}
