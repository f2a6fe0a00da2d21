import { DocumentSheetIcon } from "@sanity/icons/DocumentSheet";
import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { defineArrayMember, defineField, defineType } from "sanity";
import type { PaymentState } from "../../../app/model/contracts/contract-document.ts";
import { EVENT_LABELS, type EventKind } from "../../../app/model/contracts/history.ts";
import { formatCents } from "../../../app/model/contracts/money.ts";
import { PAYMENT_STATE_LABELS } from "../../../app/model/contracts/payment-state.ts";
import { clientFields } from "../../../app/model/contracts/client-fields.ts";
import type { SubmissionField } from "../../../app/model/field.ts";
import { submissionLine } from "../../model/submission-line.ts";
import { serviceIds } from "../../../app/model/contracts/services.ts";
import { ServicesInput } from "../../submissions/services-input.tsx";
import { SubmissionForm } from "../../submissions/submission-form.tsx";
import { SignatureInput } from "../../submissions/signature-input.tsx";
import {
  adminFields,
  readOnlyFields,
  readOnlyFlag,
  readOnlyNumber,
  readOnlyObject,
  readOnlyString,
  readOnlyText,
  readOnlyTime,
  reviewGroup,
} from "./fields.ts";

const CENTS = "In cents.";

type Row = Record<string, unknown>;
const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const dollars = (cents: unknown): string => (typeof cents === "number" ? formatCents(cents) : "");
const eventLabel = (kind: unknown): string =>
  Object.hasOwn(EVENT_LABELS, text(kind)) ? EVENT_LABELS[kind as EventKind] : text(kind);

const ADDRESS = "address";
const isInAddress = ({ name }: SubmissionField) => name.startsWith(`${ADDRESS}.`);

const contactInfo = [
  ...readOnlyFields(clientFields.filter((field) => !isInAddress(field))),
  readOnlyObject(ADDRESS, readOnlyFields(clientFields.filter(isInAddress), ADDRESS)),
];

const services = serviceIds.map((id) =>
  readOnlyObject(id, [
    readOnlyFlag("selected"),
    readOnlyNumber("quantity"),
    readOnlyString("paymentFrequency"),
  ]),
);

const customService = defineArrayMember({
  type: "object",
  name: "customService",
  fields: [readOnlyString("description"), readOnlyNumber("price", CENTS)],
});

const pendingRefund = defineArrayMember({
  type: "object",
  name: "pendingRefund",
  fields: [
    ...["charge", "reason", "by", "requestedAt"].map(readOnlyString),
    readOnlyNumber("amountCents", CENTS),
  ],
});

const frequencyEnd = defineArrayMember({
  type: "object",
  name: "frequencyEnd",
  fields: ["frequency", "endsOn"].map(readOnlyString),
});

const scheduled = defineArrayMember({
  type: "object",
  name: "scheduledPayment",
  fields: [
    readOnlyString("frequency"),
    readOnlyNumber("months"),
    readOnlyNumber("amountCents", CENTS),
    readOnlyString("nextDate"),
  ],
  preview: {
    select: { frequency: "frequency", cents: "amountCents", next: "nextDate" },
    prepare: ({ frequency, cents, next }: Row) => ({
      title: `${dollars(cents)}, ${text(frequency)}`,
      subtitle: next ? `Next on ${text(next)}` : "None to come",
    }),
  },
});

const line = defineArrayMember({
  type: "object",
  name: "contractLine",
  fields: [
    ...["serviceId", "title"].map(readOnlyString),
    readOnlyNumber("quantity"),
    readOnlyString("frequency"),
    ...["paymentCents", "totalCents", "discountCents", "couponCents", "dueTodayCents"].map((name) =>
      readOnlyNumber(name, CENTS),
    ),
  ],
  preview: {
    select: { title: "title", quantity: "quantity", frequency: "frequency", cents: "totalCents" },
    prepare: ({ title, quantity, frequency, cents }: Row) => ({
      title: `${text(title)} × ${text(quantity)}`,
      subtitle: [dollars(cents), text(frequency)].filter(Boolean).join(", "),
    }),
  },
});

const event = defineArrayMember({
  type: "object",
  name: "contractEvent",
  fields: [
    readOnlyTime("at"),
    ...["kind", "by"].map(readOnlyString),
    readOnlyNumber("amountCents", CENTS),
    ...["invoice", "date"].map(readOnlyString),
    readOnlyObject("card", ["brand", "last4"].map(readOnlyString)),
    readOnlyFlag("byHand"),
    readOnlyText("note"),
    { ...readOnlyString("nonce"), hidden: true },
  ],
  preview: {
    select: { kind: "kind", at: "at", by: "by", cents: "amountCents" },
    prepare: ({ kind, at, by, cents }: Row) => ({
      title: [eventLabel(kind), cents === undefined ? "" : dollars(cents)].filter(Boolean).join(", "),
      subtitle: [text(at).slice(0, 10), text(by)].filter(Boolean).join(", "),
    }),
  },
});

const invoice = defineArrayMember({
  type: "object",
  name: "invoiceSummary",
  fields: [
    ...["number", "kind", "credits", "status", "issuedOn", "dueOn"].map(readOnlyString),
    ...["frequency", "periodStart", "periodEnd"].map(readOnlyString),
    ...["totalCents", "receivedCents", "creditedCents"].map((name) => readOnlyNumber(name, CENTS)),
    defineField({ name: "remindedOn", type: "array", readOnly: true, of: [{ type: "string" }] }),
    readOnlyObject("hosted", ["id", "url"].map(readOnlyString)),
  ],
  preview: {
    select: { number: "number", status: "status", cents: "totalCents", due: "dueOn" },
    prepare: ({ number, status, cents, due }: Row) => ({
      title: `${text(number)}: ${dollars(cents)}`,
      subtitle: `${text(status)}, due on ${text(due)}`,
    }),
  },
});

const readOnlyList = (name: string, member: ReturnType<typeof defineArrayMember>, group: string) =>
  defineField({ name, type: "array", readOnly: true, of: [member], group });

const payment = readOnlyObject(
  "payment",
  [
    readOnlyFlag("useStripe"),
    ...["paymentMethod", "paymentStatus", "stripePaymentIntent", "subscriptionId"].map(readOnlyString),
    ...[
      "amount",
      "amountDueToday",
      "oneTimeTotal",
      "recurringTotal",
      "recurringDiscount",
      "couponDiscount",
      "receivedAmount",
      "refundedAmount",
    ].map((name) => readOnlyNumber(name, CENTS)),
    readOnlyFlag("disputed"),
    defineField({ name: "pendingRefunds", type: "array", readOnly: true, of: [pendingRefund] }),
    readOnlyObject("payer", ["name", "email"].map(readOnlyString)),
    readOnlyObject("card", ["brand", "last4"].map(readOnlyString)),
    readOnlyString("chargeFailedAt"),
    ...["hostedInvoiceId", "hostedInvoiceStatus", "hostedInvoiceUrl"].map(readOnlyString),
    defineField({ name: "schedule", type: "array", readOnly: true, of: [scheduled] }),
  ],
  "payment",
);

/** The fields of docs/specification.md, section 3. An adminContract has the same. */
const contractFields = [
  ...adminFields.map((field) => ({ ...field, group: reviewGroup.name })),
  { ...readOnlyString("status"), title: "Order status", group: "order" },
  { ...readOnlyString("date"), group: "order" },
  { ...readOnlyTime("submittedAt"), group: "order" },
  readOnlyObject("contactInfo", contactInfo, "order"),
  { ...readOnlyObject("services", services, "services"), components: { input: ServicesInput } },
  defineField({
    name: "customServices",
    type: "array",
    readOnly: true,
    of: [customService],
    group: "services",
  }),
  readOnlyList("lines", line, "services"),
  { ...readOnlyString("couponCode"), group: "services" },
  { ...readOnlyString("priceListVersion"), title: "Price list", group: "services" },
  { ...readOnlyNumber("total", CENTS), group: "services" },
  { ...readOnlyString("paymentState"), title: "Payment", group: "payment" },
  payment,
  readOnlyList("invoices", invoice, "payment"),
  readOnlyObject(
    "cancellation",
    [
      ...["requestedAt", "by", "endsOn", "revocableUntil", "confirmedAt", "endedAt"].map(readOnlyString),
      defineField({ name: "ends", type: "array", readOnly: true, of: [frequencyEnd] }),
    ],
    "payment",
  ),
  readOnlyList("history", event, "history"),
  readOnlyObject("subscription", ["id", "status"].map(readOnlyString), "payment"),
  { ...readOnlyText("signature"), group: "order", components: { input: SignatureInput } },
  { ...readOnlyFlag("agreedToTerms"), group: "order" },
  readOnlyObject("agreedPolicy", ["version", "hash"].map(readOnlyString), "order"),
];

const groups = [
  { ...reviewGroup, default: true },
  { name: "order", title: "Order" },
  { name: "services", title: "Services" },
  { name: "payment", title: "Payment" },
  { name: "history", title: "History" },
];

const preview = {
  select: {
    first: "contactInfo.firstName",
    last: "contactInfo.lastName",
    email: "contactInfo.email",
    date: "submittedAt",
    state: "paymentState",
  },
  prepare: ({ first, last, email, date, state }: Row) => {
    const line = submissionLine([first, last].filter(Boolean).join(" "), email, date);
    const label = Object.hasOwn(PAYMENT_STATE_LABELS, text(state))
      ? PAYMENT_STATE_LABELS[state as PaymentState]
      : "";
    return { ...line, subtitle: [label, line.subtitle].filter(Boolean).join(" · ") };
  },
};

/** The offer of an adminContract: its private link and the prices of that day. */
const offer = readOnlyObject(
  "offer",
  [
    readOnlyNumber("version", "Which of its links is the valid one."),
    readOnlyNumber("edition", "How often it was edited, and one."),
    readOnlyTime("expiresAt"),
    readOnlyString("revokedAt"),
    readOnlyString("createdBy"),
    defineField({
      name: "catalogue",
      type: "array",
      readOnly: true,
      of: [
        defineArrayMember({
          type: "object",
          name: "offeredService",
          fields: [
            ...["serviceId", "title", "kind"].map(readOnlyString),
            readOnlyNumber("priceCents", CENTS),
          ],
        }),
      ],
    }),
    readOnlyObject("coupon", [
      readOnlyString("code"),
      readOnlyNumber("percentOff"),
      readOnlyNumber("centsOff", CENTS),
    ]),
  ],
  "order",
);

export const contract = defineType({
  name: "contract",
  title: "Contract",
  icon: DocumentSheetIcon,
  type: "document",
  liveEdit: true,
  components: { input: SubmissionForm },
  groups,
  fields: contractFields,
  preview,
});

export const adminContract = defineType({
  name: "adminContract",
  title: "Admin contract",
  icon: DocumentTextIcon,
  type: "document",
  liveEdit: true,
  components: { input: SubmissionForm },
  groups,
  fields: [...contractFields, offer],
  preview,
});
