import { DocumentSheetIcon } from "@sanity/icons/DocumentSheet";
import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { defineArrayMember, defineField, defineType } from "sanity";
import { clientFields } from "../../../app/contracts/form-values.ts";
import type { SubmissionField } from "../../../app/submissions/field.ts";
import { submissionLine } from "../../model/submission-line.ts";
import { recurringServiceIds, serviceIds } from "../../../app/contracts/services.ts";
import {
  adminFields,
  readOnlyFields,
  readOnlyFlag,
  readOnlyNumber,
  readOnlyObject,
  readOnlyString,
  readOnlyText,
  readOnlyTime,
} from "./fields.ts";

const CENTS = "In cents.";
const recurring = new Set<string>(recurringServiceIds);

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
    ...(recurring.has(id) ? [readOnlyString("paymentFrequency")] : []),
  ]),
);

const customService = defineArrayMember({
  type: "object",
  name: "customService",
  fields: [readOnlyString("description"), readOnlyNumber("price", CENTS)],
});

const scheduled = defineArrayMember({
  type: "object",
  name: "scheduledPayment",
  fields: [readOnlyString("frequency"), readOnlyNumber("months"), readOnlyNumber("amountCents", CENTS)],
});

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
      "refundedAmount",
    ].map((name) => readOnlyNumber(name, CENTS)),
    readOnlyFlag("disputed"),
    ...["hostedInvoiceId", "hostedInvoiceStatus", "hostedInvoiceUrl"].map(readOnlyString),
    defineField({ name: "schedule", type: "array", readOnly: true, of: [scheduled] }),
  ],
  "payment",
);

/** The fields of docs/specification.md, section 3. An adminContract has the same. */
const contractFields = [
  ...adminFields.map((field) => ({ ...field, group: "order" })),
  { ...readOnlyString("status"), title: "Order status", group: "order" },
  { ...readOnlyString("date"), group: "order" },
  { ...readOnlyTime("submittedAt"), group: "order" },
  readOnlyObject("contactInfo", contactInfo, "order"),
  readOnlyObject("services", services, "services"),
  defineField({
    name: "customServices",
    type: "array",
    readOnly: true,
    of: [customService],
    group: "services",
  }),
  { ...readOnlyString("couponCode"), group: "services" },
  { ...readOnlyNumber("total", CENTS), group: "services" },
  payment,
  readOnlyObject("subscription", ["id", "status"].map(readOnlyString), "payment"),
  { ...readOnlyText("signature"), group: "order" },
  { ...readOnlyFlag("agreedToTerms"), group: "order" },
  readOnlyObject("agreedPolicy", ["version", "hash"].map(readOnlyString), "order"),
];

const groups = [
  { name: "order", title: "Order", default: true },
  { name: "services", title: "Services" },
  { name: "payment", title: "Payment" },
];

const preview = {
  select: {
    first: "contactInfo.firstName",
    last: "contactInfo.lastName",
    email: "contactInfo.email",
    date: "submittedAt",
  },
  prepare: ({ first, last, email, date }: Record<string, unknown>) =>
    submissionLine([first, last].filter(Boolean).join(" "), email, date),
};

/** The offer of an adminContract: its private link and the prices of that day. */
const offer = readOnlyObject(
  "offer",
  [
    readOnlyNumber("version", "Which of its links is the valid one."),
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
  groups,
  fields: [...contractFields, offer],
  preview,
});
