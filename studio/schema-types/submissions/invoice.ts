import { BillIcon } from "@sanity/icons/Bill";
import { defineArrayMember, defineField, defineType } from "sanity";
import { readOnlyNumber, readOnlyObject, readOnlyString, readOnlyText } from "./fields.ts";

const CENTS = "In cents.";
const amount = (name: string) => readOnlyNumber(name, CENTS);

const line = defineArrayMember({
  type: "object",
  name: "invoiceLine",
  fields: [
    ...["description", "detail"].map(readOnlyString),
    readOnlyNumber("quantity"),
    ...["unitCents", "amountCents"].map(amount),
  ],
});

const seller = readOnlyObject(
  "seller",
  ["companyName", "legalName", "street", "suite", "city", "state", "zipCode", "email", "phone"].map(
    readOnlyString,
  ),
  "parties",
);

const client = readOnlyObject(
  "client",
  [
    ...["name", "companyName", "email"].map(readOnlyString),
    readOnlyObject("address", ["street", "street2", "city", "state", "zipCode"].map(readOnlyString)),
  ],
  "parties",
);

const texts = (...names: string[]) => names.map((name) => ({ ...readOnlyString(name), group: "invoice" }));

/** An invoice or credit note as it was issued. What happened to it since stands in its contract. */
export const invoice = defineType({
  name: "invoice",
  title: "Invoice",
  icon: BillIcon,
  type: "document",
  liveEdit: true,
  groups: [
    { name: "invoice", title: "Invoice", default: true },
    { name: "amounts", title: "Amounts" },
    { name: "parties", title: "Seller and client" },
  ],
  fields: [
    ...texts("number", "kind", "contractId", "reference", "credits", "reason", "issuedOn", "dueOn"),
    ...texts("frequency", "periodStart", "periodEnd", "policyVersion"),
    { ...readOnlyText("chequeInstructions"), group: "invoice" },
    defineField({ name: "lines", type: "array", readOnly: true, of: [line], group: "amounts" }),
    ...["subtotalCents", "discountCents", "couponCents", "taxCents", "totalCents"].map((name) => ({
      ...amount(name),
      group: "amounts",
    })),
    { ...readOnlyString("couponCode"), group: "amounts" },
    seller,
    client,
  ],
  preview: {
    select: { number: "number", name: "client.name", date: "issuedOn" },
    prepare: ({ number, name, date }: Record<string, unknown>) => ({
      title: String(number),
      subtitle: [name, date].filter(Boolean).join(", "),
    }),
  },
});

/** The last invoice number of a year. Changed only together with the invoice that takes the number. */
export const invoiceCounter = defineType({
  name: "invoiceCounter",
  title: "Invoice counter",
  type: "document",
  liveEdit: true,
  fields: [readOnlyNumber("last")],
});
