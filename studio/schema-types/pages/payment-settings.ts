import { CreditCardIcon } from "@sanity/icons/CreditCard";
import { defineField, defineType } from "sanity";
import { seesSubmissions } from "../../model/access.ts";
import { emailRequired, requiredString } from "../fields.ts";

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
        "The name on invoices, to which cheques are made out. Administrators get an email about every change here.",
    }),
    defineField({ name: "chequeInstructions", title: "How to pay by cheque", type: "text", rows: 3 }),
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
