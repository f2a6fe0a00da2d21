import { DocumentSheetIcon } from "@sanity/icons/DocumentSheet";
import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { defineArrayMember, defineField, type PreviewConfig } from "sanity";
import { clientFields } from "../../../app/model/contracts/client-fields.ts";
import { isDrawn } from "../../../app/model/contracts/contract-document.ts";
import {
  CONTRACT_FIELDS,
  type FieldKind,
  type FieldShape,
} from "../../../app/model/contracts/contract-fields.ts";
import { EVENT_LABELS, type EventKind } from "../../../app/model/contracts/history.ts";
import { formatCents } from "../../../app/model/contracts/money.ts";
import { serviceIds } from "../../../app/model/contracts/services.ts";
import type { SubmissionField } from "../../../app/model/field.ts";
import { inGroup } from "../fields.ts";
import {
  adminFields,
  defineSubmission,
  readOnlyFields,
  readOnlyFlag,
  readOnlyNumber,
  readOnlyObject,
  readOnlyString,
  readOnlyText,
  readOnlyTime,
} from "./fields.ts";

const CENTS = "In cents.";

type Row = Record<string, unknown>;
const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const dollars = (cents: unknown): string => (typeof cents === "number" ? formatCents(cents) : "");
const eventLabel = (kind: unknown): string =>
  Object.hasOwn(EVENT_LABELS, text(kind)) ? EVENT_LABELS[kind as EventKind] : text(kind);
const joined = (...parts: string[]): string => parts.filter(Boolean).join(", ");

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

/** How the entries of lists are shown, by their types. */
const PREVIEWS: Record<string, PreviewConfig> = {
  scheduledPayment: {
    select: { frequency: "frequency", cents: "amountCents", next: "nextDate" },
    prepare: ({ frequency, cents, next }: Row) => ({
      title: `${dollars(cents)}, ${text(frequency)}`,
      subtitle: next ? `Next on ${text(next)}` : "None to come",
    }),
  },
  contractLine: {
    select: { title: "title", quantity: "quantity", frequency: "frequency", cents: "totalCents" },
    prepare: ({ title, quantity, frequency, cents }: Row) => ({
      title: `${text(title)} × ${text(quantity)}`,
      subtitle: joined(dollars(cents), text(frequency)),
    }),
  },
  contractEvent: {
    select: { kind: "kind", at: "at", by: "by", cents: "amountCents" },
    prepare: ({ kind, at, by, cents }: Row) => ({
      title: joined(eventLabel(kind), dollars(cents)),
      subtitle: joined(text(at).slice(0, 10), text(by)),
    }),
  },
  invoiceSummary: {
    select: { number: "number", status: "status", cents: "totalCents", due: "dueOn" },
    prepare: ({ number, status, cents, due }: Row) => ({
      title: `${text(number)}: ${dollars(cents)}`,
      subtitle: `${text(status)}, due on ${text(due)}`,
    }),
  },
};

const FIELDS: Record<FieldKind, (name: string) => ReturnType<typeof defineField>> = {
  string: readOnlyString,
  text: readOnlyText,
  time: readOnlyTime,
  key: (name) => ({ ...readOnlyString(name), hidden: true }),
  flag: readOnlyFlag,
  number: (name) => readOnlyNumber(name),
  cents: (name) => readOnlyNumber(name, CENTS),
};

/** Returns the Studio's field for a field of a stored contract. */
function fieldOf(name: string, shape: FieldShape): ReturnType<typeof defineField> {
  if (typeof shape === "string") return FIELDS[shape](name);
  if (!isList(shape)) return readOnlyObject(name, fieldsOf(shape));
  const [type, entry] = shape;
  const preview = PREVIEWS[type];
  const member =
    typeof entry === "string"
      ? { type: "string" }
      : {
          type: "object",
          name: type,
          fields: fieldsOf(entry as Fields),
          ...(preview ? { preview } : {}),
        };
  return defineField({ name, type: "array", readOnly: true, of: [defineArrayMember(member)] });
}

type Fields = { readonly [name: string]: FieldShape };
const isList = (shape: FieldShape): shape is readonly [string, FieldShape] => Array.isArray(shape);
const fieldsOf = (shape: Fields) => Object.entries(shape).map(([name, field]) => fieldOf(name, field));

type Shown = {
  group: "order" | "services" | "payment" | "history";
  title?: string;
  hidden?: (context: { value?: unknown }) => boolean;
};

/** The tab of each field, and what is special about it. */
const SHOWN: Record<keyof typeof CONTRACT_FIELDS, Shown> = {
  status: { group: "order", title: "Order status" },
  secretHash: { group: "order" },
  date: { group: "order" },
  submittedAt: { group: "order" },
  // A drawn one is a picture as text, which the dashboard shows.
  signature: { group: "order", hidden: ({ value }) => typeof value === "string" && isDrawn(value) },
  agreedToTerms: { group: "order" },
  agreedPolicy: { group: "order" },
  offer: { group: "order" },
  customServices: { group: "services" },
  lines: { group: "services" },
  couponCode: { group: "services" },
  tax: { group: "services" },
  priceListVersion: { group: "services", title: "Price list" },
  total: { group: "services" },
  paymentState: { group: "payment", title: "Payment" },
  payment: { group: "payment" },
  invoices: { group: "payment" },
  cancellation: { group: "payment" },
  subscription: { group: "payment" },
  history: { group: "history" },
};

const { offer: offerFields, ...orderFields } = CONTRACT_FIELDS;
const shownFields = (fields: Partial<typeof CONTRACT_FIELDS>) =>
  Object.entries(fields).map(([name, shape]) => ({
    ...fieldOf(name, shape),
    ...SHOWN[name as keyof typeof CONTRACT_FIELDS],
  }));

/** The fields of docs/specification.md, section 3. An adminContract has the same. */
const contractFields = [
  ...inGroup("order", adminFields),
  readOnlyObject("contactInfo", contactInfo, "order"),
  // `lines` has the same with titles and prices, and services that the schema has no field for.
  { ...readOnlyObject("services", services, "services"), hidden: true },
  ...shownFields(orderFields),
];

const groups = [
  { name: "order", title: "Order", default: true },
  { name: "services", title: "Services" },
  { name: "payment", title: "Payment" },
  { name: "history", title: "History" },
];

const shown = {
  first: "contactInfo.firstName",
  last: "contactInfo.lastName",
  email: "contactInfo.email",
  date: "submittedAt",
  adminStatus: "adminStatus",
  status: "status",
  paymentState: "paymentState",
};

export const contract = defineSubmission({
  name: "contract",
  title: "Contract",
  icon: DocumentSheetIcon,
  groups,
  fields: contractFields,
  shown,
});

export const adminContract = defineSubmission({
  name: "adminContract",
  title: "Admin contract",
  icon: DocumentTextIcon,
  groups,
  fields: [...contractFields, ...shownFields({ offer: offerFields })],
  shown,
});
