import { CogIcon } from "@sanity/icons/Cog";
import { defineArrayMember, defineField, defineType } from "sanity";
import { LOCALE } from "../../../app/model/locale.ts";
import { switchedPages } from "../../../app/model/page-list.ts";
import { choiceField, emailRequired, inGroup, required, requiredString, switchField } from "../fields.ts";
import { contactForm } from "./contact-form.ts";

const address = defineField({
  name: "address",
  type: "object",
  description: "On the contact page, in invoices and in emails.",
  fields: [
    ...["street", "suite", "city"].map((name) => defineField({ name, type: "string" })),
    defineField({ name: "state", title: LOCALE.address.stateLabel, type: "string" }),
    defineField({ name: "zipCode", title: LOCALE.address.zipLabel, type: "string" }),
    defineField({
      name: "country",
      type: "string",
      placeholder: LOCALE.country,
      description: "Two letters, such as US or NL, for search engines.",
      validation: (rule) => rule.regex(/^[A-Z]{2}$/, { name: "country of two capital letters" }),
    }),
  ],
  options: { columns: 2 },
});

const socialLinks = defineField({
  name: "socialLinks",
  title: "Social links",
  type: "array",
  of: [
    defineArrayMember({
      type: "object",
      name: "socialLink",
      fields: [
        requiredString("label", "Label", { max: 40 }),
        defineField({
          name: "url",
          type: "url",
          validation: (rule) => rule.required().uri({ scheme: ["https"] }),
        }),
      ],
      preview: { select: { title: "label", subtitle: "url" } },
    }),
  ],
});

const emails = defineField({
  name: "emails",
  title: "Emails of this site",
  type: "object",
  description: "Every email also names the legal name, the address and the phone above.",
  fields: [
    defineField({
      name: "senderName",
      title: "Sender's name",
      type: "string",
      description: "Empty: the company name. The address they are sent from is MAIL_FROM of the server.",
      validation: (rule) => rule.max(80),
    }),
    defineField({
      name: "accentColor",
      title: "Color of buttons and links",
      type: "string",
      placeholder: "#0a5a5f",
      description:
        "Empty: the accent color of the look. One that is too light to be read is darkened; on dark screens it is lightened.",
      validation: (rule) => rule.regex(/^#[0-9a-f]{6}$/i, { name: "color, such as #0a5a5f" }),
    }),
  ],
});

const features = defineField({
  name: "features",
  title: "Switches of the order form",
  type: "object",
  fields: [
    switchField({
      name: "cards",
      title: "Payment by card",
      description:
        "Off: new orders go by invoice. Running services, and invoices paid by card, stay as they are.",
      unset: true,
    }),
    switchField({
      name: "coupons",
      title: "Coupons",
      description: "Clients can enter a code. Codes are made under Content, Coupons.",
      unset: false,
    }),
    switchField({
      name: "customServices",
      title: "Custom services",
      description: "Clients can describe a wish in their own words. It has no price until you name one.",
      unset: false,
    }),
    choiceField("signature", ["off", "optional", "required"], {
      description: "Whether clients sign when they order.",
      initialValue: "optional",
    }),
  ],
});

const newsletter = defineField({
  name: "newsletter",
  type: "object",
  fields: [
    switchField({ name: "popup", title: "Pop-up on pages to read", unset: true }),
    defineField({
      name: "popupSeconds",
      title: "Seconds until the pop-up",
      type: "number",
      initialValue: 5,
      hidden: ({ parent }: { parent?: { popup?: boolean } }) => parent?.popup === false,
      validation: (rule) => rule.integer().min(1).max(300),
    }),
    switchField({ name: "footer", title: "Form in the footer", unset: true }),
  ],
});

const offPages = defineField({
  name: "offPages",
  title: "Pages that are switched off",
  type: "array",
  description:
    "Such a page does not exist for visitors: no address, no link in menu and footer, nothing in the search. Its content stays here.",
  of: [defineArrayMember({ type: "string" })],
  options: {
    list: switchedPages().map(({ kind, documentId }) => ({ title: kind, value: documentId })),
  },
  validation: (rule) => rule.unique(),
});

export const siteSettings = defineType({
  name: "siteSettings",
  title: "Site settings",
  icon: CogIcon,
  type: "document",
  groups: [
    { name: "company", title: "Company", default: true },
    { name: "orders", title: "Orders" },
    { name: "emails", title: "Emails" },
    { name: "contact", title: "Contact form" },
    { name: "newsletter", title: "Newsletter" },
    { name: "pages", title: "Pages" },
    { name: "seo", title: "Search and sharing" },
  ],
  fields: [
    ...inGroup("company", [
      requiredString("companyName", "Company name"),
      requiredString("legalName", "Legal name", {
        description:
          "In the footer, in emails and in search results. Whom clients pay is in the payment settings, for administrators.",
      }),
      defineField({ name: "email", type: "string", validation: emailRequired }),
      defineField({ name: "phone", type: "string" }),
      address,
      requiredString("location", "Location", {
        description: "Where you are, in a few words, for the footer.",
      }),
      defineField({
        name: "tagline",
        description: "In the footer, and in search results of pages without a description of their own.",
        type: "text",
        rows: 2,
        validation: required,
      }),
      socialLinks,
    ]),
    ...inGroup("emails", [emails]),
    ...inGroup("contact", [contactForm]),
    ...inGroup("newsletter", [newsletter]),
    ...inGroup("pages", [offPages]),
    ...inGroup("orders", [
      choiceField(
        "invoices",
        [
          { title: "This site makes them", value: "site" },
          { title: "We send our own", value: "own" },
        ],
        {
          description:
            "Of orders by invoice. If you send your own, this site makes no number, no PDF and no payment reminder; an order stays due until its payment is recorded in the dashboard.",
          initialValue: "site",
        },
      ),
      defineField({
        name: "invoicePrefix",
        title: "Prefix of invoice numbers",
        type: "string",
        description: "INV makes INV-2026-0001. Invoices that exist keep their number.",
        initialValue: "INV",
        validation: (rule) =>
          rule.regex(/^[A-Z][A-Z0-9]{0,7}$/, { name: "prefix of 1 to 8 capital letters and digits" }),
      }),
      defineField({
        name: "invoiceTermDays",
        title: "Days until an invoice is due",
        type: "number",
        initialValue: 30,
        validation: (rule) => rule.integer().min(0).max(365),
      }),
      defineField({
        name: "overdueReminderDays",
        title: "Reminders of unpaid invoices",
        type: "array",
        of: [defineArrayMember({ type: "number", validation: (rule) => rule.integer().min(1).max(365) })],
        description:
          "Days after the due date. The client gets one email on each; none when the list is empty.",
        initialValue: [7, 21],
        validation: (rule) => rule.unique().max(6),
      }),
      features,
    ]),
    ...inGroup("seo", [
      defineField({
        name: "analyticsId",
        title: "Google Analytics",
        type: "string",
        description: "Measurement ID, such as G-AB12CD34EF. Empty: only the site's own page counts.",
        validation: (rule) => rule.regex(/^G-[A-Z0-9]{4,20}$/, { name: "measurement ID" }),
      }),
      defineField({ name: "seo", title: "Defaults", type: "seo" }),
    ]),
  ],
  preview: { prepare: () => ({ title: "Site settings" }) },
});
