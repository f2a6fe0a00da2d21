/** A submission as far as erasing it is concerned. Contracts have status, payment and subscription. */
export interface PersonalDocument {
  _id: string;
  _type: string;
  status?: string | null;
  payment?: { stripePaymentIntent?: string; subscriptionId?: string } | null;
  subscription?: { status?: string } | null;
  additionalInfo?: { attachments?: { url?: string }[] | null } | null;
}

/**
 * `delete`: nothing is left. `reduce`: a business record that has to be kept; what only served to reach the person goes.
 * Anything else is a reason, in words, why it stays for now.
 */
export type Fate = "delete" | "reduce" | { stays: string };

/** States in which Stripe sends no further invoice. */
const ENDED = new Set(["canceled", "incomplete_expired"]);

/** docs/decisions/0014: what happens to a document of somebody who wants to be forgotten. */
export function fateOf({ _type, status, payment, subscription }: PersonalDocument): Fate {
  if (_type !== "contract" && _type !== "adminContract") return "delete";
  if (subscription && !ENDED.has(subscription.status ?? ""))
    return { stays: "a subscription is running: end it at Stripe first" };
  if (status === "pending" && (payment?.stripePaymentIntent || payment?.subscriptionId))
    return { stays: "a payment is open: it ends by itself within a day, or cancel it at Stripe" };
  return status === "completed" || status === "invoice" ? "reduce" : "delete";
}

/** What a reduced contract loses. Name, company and postal address stay: an invoice without them is none. */
export const REDUCED = {
  set: { "contactInfo.email": "", "contactInfo.phone": "", signature: "" },
  unset: ["adminNotes", "suspected"],
};

/** What an admin may read in a confirmation: types and numbers, no ids. */
export function summaryOf(documents: readonly PersonalDocument[]): string[] {
  const counts = new Map<string, number>();
  for (const document of documents) {
    const fate = fateOf(document);
    const what = typeof fate === "string" ? fate : `stays (${fate.stays})`;
    const line = `${document._type}: ${what}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return Array.from(counts, ([line, count]) => `${count} × ${line}`);
}
