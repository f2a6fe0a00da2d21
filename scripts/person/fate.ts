/** The fields of a submission that decide whether it can be erased. Contracts have status, payment and subscription. */
export interface PersonalDocument {
  _id: string;
  _type: string;
  status?: string | null;
  payment?: {
    stripePaymentIntent?: string;
    subscriptionId?: string;
    paymentMethod?: string;
    schedule?: { nextDate?: string | null }[] | null;
  } | null;
  cancellation?: { endedAt?: string } | null;
  subscription?: { status?: string } | null;
  additionalInfo?: { attachments?: { url?: string }[] | null } | null;
}

/**
 * `delete`: the document is deleted. `reduce`: a business record to retain, without the data that only served to contact the
 * person. `stays`: why it cannot be erased yet.
 */
export type Fate = "delete" | "reduce" | { stays: string };

/** Statuses of a subscription without further invoices. */
const ENDED = new Set(["canceled", "incomplete_expired"]);

/** Returns what erasing a person does with a document (docs/decisions/0014). */
export function fateOf(document: PersonalDocument): Fate {
  const { _type, status, payment, subscription } = document;
  if (_type === "invoice") return "reduce";
  if (_type !== "contract" && _type !== "adminContract") return "delete";
  if (subscription && !ENDED.has(subscription.status ?? ""))
    return { stays: "a subscription is active: cancel it at Stripe first" };
  if (status === "pending" && (payment?.stripePaymentIntent || payment?.subscriptionId))
    return { stays: "a payment is pending: it expires within a day, or cancel it at Stripe" };
  if (isInvoicedOn(document)) return { stays: "its services are still invoiced: cancel them first" };
  return status === "completed" || status === "invoice" ? "reduce" : "delete";
}

/** Whether a contract by invoice has periods to come. */
function isInvoicedOn({ status, payment, cancellation }: PersonalDocument): boolean {
  const accepted = status === "completed" || status === "invoice";
  const goesOn = payment?.schedule?.some(({ nextDate }) => nextDate) ?? false;
  return accepted && payment?.paymentMethod === "invoice" && goesOn && !cancellation?.endedAt;
}

/** The changes to a reduced contract. Name, company and postal address stay, because an invoice requires them. */
const REDUCED_CONTRACT = {
  set: { "contactInfo.email": "", "contactInfo.phone": "", signature: "" },
  unset: ["adminNotes", "suspected", "payment.payer"],
};

/** The changes to a reduced invoice, which is kept as long as tax law asks. Nothing else of it ever changes. */
const REDUCED_INVOICE = { set: { "client.email": "" }, unset: [] };

/** Returns the changes to a document that is reduced. */
export const reductionOf = (id: string): { set: Record<string, string>; unset: string[] } =>
  id.startsWith("invoice.") ? REDUCED_INVOICE : REDUCED_CONTRACT;

/** Returns the lines for the confirmation: types and counts, no ids. */
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
