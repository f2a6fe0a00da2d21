import type { ContractDocument } from "./contract-document.ts";

/** How a value is stored: `text` has several lines, `cents` is an amount, `time` an ISO time; `key` is nothing for people. */
export type FieldKind = "string" | "text" | "time" | "key" | "flag" | "number" | "cents";

type KindOf<Value> = [Value] extends [boolean]
  ? "flag"
  : [Value] extends [number]
    ? "number" | "cents"
    : "string" | "text" | "time" | "key";

/** The fields of an object: each by its kind, that of its list (with the name of an entry's type), or by fields of its own. */
type Shape<Value> = [Value] extends [readonly (infer Item)[]]
  ? readonly [entry: string, of: Item extends object ? Shape<Omit<Item, "_key">> : KindOf<Item>]
  : [Value] extends [object]
    ? { readonly [Name in keyof Value]-?: Shape<NonNullable<Value[Name]>> }
    : KindOf<Value>;

export type FieldShape =
  | FieldKind
  | readonly [entry: string, of: FieldShape]
  | { readonly [name: string]: FieldShape };

const COUPON = { code: "string", percentOff: "number", centsOff: "cents" } as const;
const CARD = { brand: "string", last4: "string" } as const;

/**
 * The fields of a stored contract, in the order in which the Studio shows them. Its form is made from them; a field of `ContractDocument` that is missing here is a type error. The contact is described by `clientFields`,
 * services by their ids, and what admins write is the same for every submission.
 */
export const CONTRACT_FIELDS = {
  status: "string",
  secretHash: "key",
  date: "string",
  submittedAt: "time",
  customServices: ["customService", { description: "string", price: "cents" }],
  lines: [
    "contractLine",
    {
      serviceId: "string",
      title: "string",
      quantity: "number",
      frequency: "string",
      paymentCents: "cents",
      totalCents: "cents",
      discountCents: "cents",
      couponCents: "cents",
      dueTodayCents: "cents",
      tax: { totalCents: "cents", paymentCents: "cents", dueTodayCents: "cents" },
    },
  ],
  tax: { name: "string", percent: "number" },
  couponCode: "string",
  priceListVersion: "string",
  total: "cents",
  paymentState: "string",
  payment: {
    useStripe: "flag",
    paymentMethod: "string",
    paymentStatus: "string",
    stripePaymentIntent: "string",
    subscriptionId: "string",
    amount: "cents",
    amountDueToday: "cents",
    oneTimeTotal: "cents",
    recurringTotal: "cents",
    recurringDiscount: "cents",
    couponDiscount: "cents",
    receivedAmount: "cents",
    refundedAmount: "cents",
    disputed: "flag",
    pendingRefunds: [
      "pendingRefund",
      { charge: "string", reason: "string", by: "string", requestedAt: "string", amountCents: "cents" },
    ],
    payer: { name: "string", email: "string" },
    stripeCustomer: "string",
    card: CARD,
    chargeFailedAt: "string",
    schedule: [
      "scheduledPayment",
      { frequency: "string", months: "number", amountCents: "cents", nextDate: "string" },
    ],
  },
  invoices: [
    "invoiceSummary",
    {
      number: "string",
      kind: "string",
      credits: "string",
      status: "string",
      issuedOn: "string",
      dueOn: "string",
      frequency: "string",
      periodStart: "string",
      periodEnd: "string",
      totalCents: "cents",
      receivedCents: "cents",
      creditedCents: "cents",
      remindedOn: ["day", "string"],
      checkout: { id: "string", openedAt: "string" },
    },
  ],
  cancellation: {
    requestedAt: "string",
    by: "string",
    endsOn: "string",
    revocableUntil: "string",
    confirmedAt: "string",
    endedAt: "string",
    revokingSince: "string",
    ends: ["frequencyEnd", { frequency: "string", endsOn: "string" }],
  },
  history: [
    "contractEvent",
    {
      at: "time",
      kind: "string",
      by: "string",
      amountCents: "cents",
      invoice: "string",
      parts: ["invoicePart", { invoice: "string", amountCents: "cents" }],
      nextTryAt: "string",
      confirmUrl: "string",
      date: "string",
      cheque: "string",
      card: CARD,
      byHand: "flag",
      note: "text",
      nonce: "key",
    },
  ],
  subscription: { id: "string", status: "string" },
  signature: "text",
  agreedToTerms: "flag",
  agreedPolicy: { version: "string", hash: "string" },
  offer: {
    version: "number",
    edition: "number",
    expiresAt: "time",
    revokedAt: "string",
    createdBy: "string",
    catalogue: [
      "offeredService",
      { serviceId: "string", title: "string", kind: "string", priceCents: "cents" },
    ],
    coupon: COUPON,
  },
} as const satisfies Shape<Omit<ContractDocument, "contactInfo" | "services" | "adminStatus" | "suspected">>;
