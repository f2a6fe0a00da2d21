import { receiptMails } from "../submissions/mail/receipt.server.ts";
import type { LetterSite } from "../submissions/mail/letter.ts";
import type { NewJob } from "../submissions/queue/job.ts";
import { confirmationToken } from "./confirmation.server.ts";
import type { StoredContract } from "./contract-store.server.ts";
import { contractMessages } from "./messages.ts";
import { formatCents } from "./money.ts";
import { uuidOfContract } from "./offer/find-offer.server.ts";

const WEEK = 7 * 24 * 60 * 60 * 1000;

/**
 * The mails of an order, once it is placed: by invoice, or paid by card. None while it waits for its card, and none when
 * Stripe still tells something of an old order.
 */
export function orderLetters(
  site: LetterSite,
  { _id, status, contactInfo, payment, total, submittedAt, suspected }: StoredContract,
): NewJob[] {
  const placed = status === "invoice" || status === "completed";
  // Nobody is written to who wanted to be forgotten.
  if (!contactInfo.email) return [];
  if (!placed || Date.now() - Date.parse(submittedAt) > WEEK) return [];
  const token = confirmationToken(site.secret, uuidOfContract(_id));
  const amounts = [
    { label: "Total", value: formatCents(total) },
    { label: "Due today", value: formatCents(payment.amountDueToday) },
    { label: "Payment", value: payment.paymentMethod === "stripe" ? "Paid by card" : "By invoice" },
  ];
  return receiptMails(site, {
    id: _id,
    // No program pays.
    suspected: status === "completed" ? undefined : suspected,
    paid: status === "completed",
    what: "order",
    visitor: { name: `${contactInfo.firstName} ${contactInfo.lastName}`, email: contactInfo.email },
    thanks: [contractMessages.success],
    facts: amounts,
    link: { text: "See your order", href: `${site.publicUrl}/order/${token}` },
    notice: amounts,
    adminPath: `/admin/contracts/${encodeURIComponent(_id)}`,
  });
}
