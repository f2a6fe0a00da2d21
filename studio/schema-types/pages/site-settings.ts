import { CogIcon } from "@sanity/icons/Cog";
import { defineArrayMember, defineField, defineType } from "sanity";
import { requiredString } from "../fields.ts";

const measurementIdPattern = /^G-[A-Z0-9]{4,20}$/;

const address = defineField({
  name: "address",
  type: "object",
  fields: ["street", "suite", "city", "state", "zipCode"].map((name) =>
    defineField({ name, type: "string" }),
  ),
  options: { columns: 2 },
});

const socialLinks = defineField({
  name: "socialLinks",
  type: "array",
  of: [
    defineArrayMember({
      type: "object",
      name: "socialLink",
      fields: [
        requiredString("label", "Label", 40),
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

const features = defineField({
  name: "features",
  title: "Switches of the order form",
  type: "object",
  fields: [
    defineField({ name: "coupons", type: "boolean", initialValue: false }),
    defineField({ name: "customServices", type: "boolean", initialValue: false }),
    defineField({
      name: "signature",
      type: "string",
      options: { list: ["off", "optional", "required"], layout: "radio", direction: "horizontal" },
      initialValue: "optional",
    }),
    defineField({
      name: "hostedInvoices",
      title: "Invoices by Stripe",
      type: "boolean",
      initialValue: false,
    }),
  ],
});

export const siteSettings = defineType({
  name: "siteSettings",
  title: "Site settings",
  icon: CogIcon,
  type: "document",
  groups: [
    { name: "company", title: "Company", default: true },
    { name: "orders", title: "Orders" },
    { name: "seo", title: "Search and sharing" },
  ],
  fields: [
    { ...requiredString("companyName", "Company name"), group: "company" },
    { ...requiredString("legalName", "Legal name"), group: "company", description: "The payee of invoices." },
    defineField({
      name: "email",
      type: "string",
      group: "company",
      validation: (rule) => rule.required().email(),
    }),
    defineField({ name: "phone", type: "string", group: "company" }),
    { ...address, group: "company" },
    { ...requiredString("location", "Location"), group: "company" },
    defineField({
      name: "tagline",
      type: "text",
      rows: 2,
      group: "company",
      validation: (rule) => rule.required(),
    }),
    { ...socialLinks, group: "company" },
    defineField({
      name: "chequeInstructions",
      title: "How to pay by cheque",
      type: "text",
      rows: 3,
      group: "orders",
    }),
    { ...features, group: "orders" },
    defineField({
      name: "analyticsId",
      title: "Google Analytics",
      type: "string",
      group: "seo",
      description: "Measurement ID, such as G-AB12CD34EF. Empty: only the site's own page counts.",
      validation: (rule) => rule.regex(measurementIdPattern, { name: "measurement ID" }),
    }),
    defineField({ name: "seo", title: "Defaults", type: "seo", group: "seo" }),
  ],
  preview: { prepare: () => ({ title: "Site settings" }) },
});
