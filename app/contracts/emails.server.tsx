import { emailJob, type EmailSite, type EmailTemplate } from "../submissions/email/email.ts";
import { ActionButton, Facts, Paragraph, type Fact } from "../platform/email-layout.server.tsx";
import {
  Notice,
  noticeSubject,
  PREVIEW_NOTICE,
  PREVIEW_RECEIPT,
  Receipt,
  receiptJobs,
  type NoticeProps,
  type ReceiptProps,
} from "../submissions/email/receipt.server.tsx";
import type { NewJob } from "../submissions/queue/job.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { dueLabel } from "./amounts.ts";
import { confirmationToken, renewedToken } from "./private-links.server.ts";
import type { StoredContract } from "./contract-store.server.ts";
import { contractMessages } from "./messages.ts";
import { formatCents } from "./money.ts";
import { uuidOfContract, type StoredOffer } from "./offer/find-offer.server.ts";
import { formatOfferTime } from "./offer/offer.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

interface Amounts {
  totalCents: number;
  dueTodayCents: number;
  paidByCard: boolean;
}

const amountFacts = ({ totalCents, dueTodayCents, paidByCard }: Amounts): Fact[] => [
  { label: "Total", value: formatCents(totalCents) },
  { label: dueLabel(paidByCard ? "completed" : "invoice"), value: formatCents(dueTodayCents) },
  { label: "Payment", value: paidByCard ? "Paid by card" : "By invoice" },
];

const PREVIEW_AMOUNTS: Amounts = { totalCents: 123_600, dueTodayCents: 123_600, paidByCard: true };

const orderReceipt: EmailTemplate<ReceiptProps & Amounts & { link: string }> = {
  name: "order-receipt",
  subject: ({ reference }) => `We received your order (${reference})`,
  Content: ({ reference, link, ...amounts }) => (
    <>
      <Receipt
        reference={reference}
        thanks={contractMessages.success}
        disclaimer="If you did not send us an order, you can ignore this mail."
        facts={amountFacts(amounts)}
      />
      <ActionButton href={link}>See your order</ActionButton>
    </>
  ),
  preview: { ...PREVIEW_RECEIPT, ...PREVIEW_AMOUNTS, link: "https://harborlight.example/order/4f1c" },
};

const orderNotice: EmailTemplate<NoticeProps & Amounts> = {
  name: "order-notice",
  subject: (props) => noticeSubject("order", props),
  Content: ({ totalCents, dueTodayCents, paidByCard, ...notice }) => (
    <Notice
      intro="A new order came in."
      notice={notice}
      facts={amountFacts({ totalCents, dueTodayCents, paidByCard })}
    />
  ),
  preview: { ...PREVIEW_NOTICE, ...PREVIEW_AMOUNTS },
};

const orderLink: EmailTemplate<ReceiptProps & { link: string }> = {
  name: "order-link",
  subject: ({ reference }) => `Your new order link (${reference})`,
  Content: ({ reference, link }) => (
    <>
      <Paragraph>
        Somebody opened an old link to your order and asked for a new one. It is valid for 90 days.
      </Paragraph>
      <Paragraph>
        The link is private: whoever has it can read this order, so please do not pass it on.
      </Paragraph>
      <Facts facts={[{ label: "Reference number", value: reference }]} />
      <ActionButton href={link}>See your order</ActionButton>
    </>
  ),
  preview: { ...PREVIEW_RECEIPT, link: "https://harborlight.example/order/4f1c" },
};

interface ContractLink {
  publicUrl: string;
  totalCents: number;
  /** ISO date and time. */
  expiresAt: string;
  link: string;
}

const contractLink: EmailTemplate<ContractLink> = {
  name: "contract-link",
  subject: () => "Your contract is ready",
  Content: ({ publicUrl, totalCents, expiresAt, link }) => (
    <>
      <Paragraph>
        {`Your contract with us is ready at ${publicUrl}. Over the link below you can read it, sign it and choose how to pay.`}
      </Paragraph>
      <Paragraph>
        The link is private: whoever has it can read and sign this contract, so please do not pass it on.
      </Paragraph>
      <Facts
        facts={[
          { label: "Total", value: formatCents(totalCents) },
          { label: "Open until", value: formatOfferTime(expiresAt) },
        ]}
      />
      <ActionButton href={link}>Read your contract</ActionButton>
    </>
  ),
  preview: {
    publicUrl: "https://harborlight.example",
    totalCents: 123_600,
    expiresAt: "2026-12-21T17:00:00.000Z",
    link: "https://harborlight.example/contract/4f1c",
  },
};

export const CONTRACT_EMAILS: readonly EmailTemplate[] = [orderReceipt, orderNotice, orderLink, contractLink];

/**
 * Returns the mails of an order, once it is placed: by invoice, or paid by card. None before the card is charged, and none
 * for later events of an old order.
 */
export function orderEmails(
  site: EmailSite,
  { _id, status, contactInfo, payment, total, submittedAt, suspected }: StoredContract,
  now: Date,
): NewJob[] {
  const placed = status === "invoice" || status === "completed";
  // The client's data was erased.
  if (!contactInfo.email) return [];
  if (!placed || now.getTime() - Date.parse(submittedAt) > WEEK_MS) return [];
  const token = confirmationToken(site.secret, uuidOfContract(_id));
  const amounts: Amounts = {
    totalCents: total,
    dueTodayCents: payment.amountDueToday,
    paidByCard: payment.paymentMethod === "stripe",
  };
  return receiptJobs(site, {
    id: _id,
    // A paid order is not spam.
    suspected: status === "completed" ? undefined : suspected,
    paid: status === "completed",
    visitor: { name: `${contactInfo.firstName} ${contactInfo.lastName}`, email: contactInfo.email },
    receipt: { template: orderReceipt, props: { ...amounts, link: `${site.publicUrl}/order/${token}` } },
    notice: { template: orderNotice, props: amounts },
    adminPath: `/admin/contracts/${encodeURIComponent(_id)}`,
  });
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
