import { CreditCardIcon } from "@sanity/icons/CreditCard";
import { defineField, defineType } from "sanity";
import { payTermsOf, type StoredPayTerms } from "../../../app/model/contracts/pay-by.ts";
import { checkTaxPercent } from "../../../app/model/contracts/tax.ts";
import { capitalized } from "../../../app/model/format.ts";
import { LOCALE } from "../../../app/model/locale.ts";
import { seesSubmissions } from "../../model/access.ts";
import { choiceField, emailRequired, requiredString } from "../fields.ts";

const isByTransfer = (settings: unknown): boolean =>
  payTermsOf(settings as StoredPayTerms | undefined).payBy === "transfer";

/** Who is paid and who gets replies. The site shows it to everybody, and the lake lets only administrators write it. */
export const paymentSettings = defineType({
  name: "paymentSettings",
  title: "Payment settings",
  icon: CreditCardIcon,
  type: "document",
  readOnly: ({ currentUser }) => !seesSubmissions(currentUser),
  fields: [
    requiredString("payee", "Payee", {
      description:
        "The name on invoices, to whom clients pay. Administrators get an email about every change here.",
    }),
    choiceField(
      "payBy",
      [
        { title: capitalized(LOCALE.cheque), value: "cheque" },
        { title: "Bank transfer", value: "transfer" },
      ],
      { title: "Invoices are paid by", initialValue: "cheque" },
    ),
    defineField({
      name: "chequeInstructions",
      title: `How to pay by ${LOCALE.cheque}`,
      type: "text",
      rows: 3,
      hidden: ({ parent }) => isByTransfer(parent),
    }),
    defineField({
      name: "transferInstructions",
      title: "How to pay by transfer",
      type: "text",
      rows: 3,
      description: "Bank and account, and what clients write as the reference.",
      hidden: ({ parent }) => !isByTransfer(parent),
      validation: (rule) =>
        rule.custom((text, { parent }) => Boolean(text) || !isByTransfer(parent) || "Required"),
    }),
    defineField({
      name: "tax",
      title: "Tax on services",
      type: "object",
      description:
        "Added to the price of every service in new orders, and shown on orders, invoices and receipts. Without a rate there is none.",
      options: { columns: 2 },
      fields: [
        defineField({
          name: "name",
          type: "string",
          description: "Such as “Sales tax” or “VAT”.",
          validation: (rule) => rule.max(40),
        }),
        defineField({
          name: "percent",
          title: "Rate in percent",
          type: "number",
          validation: (rule) => rule.custom((percent) => checkTaxPercent(percent)),
        }),
      ],
    }),
    defineField({
      name: "replyTo",
      title: "Address for replies",
      type: "string",
      description: "Gets what clients answer to the emails of this site.",
      validation: emailRequired,
    }),
  ],
  preview: { prepare: () => ({ title: "Payment settings" }) },
});
