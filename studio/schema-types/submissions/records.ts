import { BillIcon } from "@sanity/icons/Bill";
import { DocumentIcon } from "@sanity/icons/Document";
import { defineArrayMember, defineField } from "sanity";
import { FileUrl } from "../../submissions/file-links.tsx";
import { inGroup } from "../fields.ts";
import {
  defineRecord,
  readOnlyNumber,
  readOnlyObject,
  readOnlyString,
  readOnlyText,
  readOnlyTime,
} from "./fields.ts";

// What only the site writes, and nobody edits.

const amount = (name: string) => readOnlyNumber(name, "In cents.");

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
);

const client = readOnlyObject("client", [
  ...["name", "companyName", "email"].map(readOnlyString),
  readOnlyObject("address", ["street", "street2", "city", "state", "zipCode"].map(readOnlyString)),
]);

/** An invoice or credit note as it was issued. What happened to it since stands in its contract. */
export const invoice = defineRecord({
  name: "invoice",
  title: "Invoice",
  icon: BillIcon,
  groups: [
    { name: "invoice", title: "Invoice", default: true },
    { name: "amounts", title: "Amounts" },
    { name: "parties", title: "Seller and client" },
  ],
  fields: [
    ...inGroup("invoice", [
      ...["number", "kind", "contractId", "reference", "credits", "reason"].map(readOnlyString),
      ...["issuedOn", "dueOn", "frequency", "periodStart", "periodEnd", "policyVersion"].map(readOnlyString),
      readOnlyString("payBy"),
      ...["chequeInstructions", "transferInstructions"].map((name) => readOnlyText(name)),
    ]),
    ...inGroup("amounts", [
      defineField({ name: "lines", type: "array", readOnly: true, of: [line] }),
      ...["subtotalCents", "discountCents", "couponCents", "taxCents", "totalCents"].map(amount),
      readOnlyString("couponCode"),
      readOnlyString("taxLabel"),
    ]),
    ...inGroup("parties", [seller, client]),
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
export const invoiceCounter = defineRecord({
  name: "invoiceCounter",
  title: "Invoice counter",
  fields: [readOnlyNumber("last")],
});

/** Who set the status of a submission, and when. Written in the same transaction as the change. */
export const statusChange = defineRecord({
  name: "statusChange",
  title: "Status change",
  fields: [...["subject", "from", "to", "by"].map(readOnlyString), readOnlyTime("at")],
  preview: { select: { title: "to", subtitle: "by" } },
});

/** The metadata of docs/specification.md, section 3, of a file that a questionnaire has. The bytes are on the site, for admins only. */
export const storedFile = defineRecord({
  name: "storedFile",
  title: "Stored file",
  icon: DocumentIcon,
  fields: [
    { ...readOnlyString("url"), title: "File", components: { input: FileUrl } },
    { ...readOnlyString("subject"), title: "Submission" },
    readOnlyObject("customMetadata", ["fileName", "sha256"].map(readOnlyString)),
    readOnlyString("contentType"),
    readOnlyNumber("size", "In bytes."),
    readOnlyTime("timeCreated"),
    readOnlyTime("updated"),
    ...[
      "bucket",
      "fullPath",
      "name",
      "generation",
      "metageneration",
      "md5Hash",
      "cacheControl",
      "contentDisposition",
      "contentEncoding",
      "contentLanguage",
    ].map(readOnlyString),
  ],
  preview: { select: { title: "customMetadata.fileName", subtitle: "contentType" } },
});
