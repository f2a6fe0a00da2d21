import { defineField, defineType } from "sanity";
import { serviceIds } from "../../model/kinds.ts";
import { orderField, requiredString } from "../fields.ts";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export const orderService = defineType({
  name: "orderService",
  title: "Order service",
  type: "document",
  fields: [
    defineField({
      name: "serviceId",
      title: "Id",
      type: "string",
      options: { list: serviceIds },
      readOnly: ({ value }) => Boolean(value),
      validation: (rule) =>
        rule.required().custom((id) => !id || serviceIds.includes(id) || "Not one of the ten known ids"),
    }),
    requiredString("title", "Title"),
    defineField({ name: "description", type: "text", rows: 2 }),
    defineField({
      name: "priceCents",
      title: "Price in cents",
      type: "number",
      description: "50000 is $500.00. A monthly price is the price of one month.",
      validation: (rule) => rule.required().integer().min(0),
    }),
    defineField({
      name: "kind",
      type: "string",
      options: {
        list: [
          { title: "One-time", value: "one-time" },
          { title: "Monthly", value: "monthly" },
        ],
        layout: "radio",
        direction: "horizontal",
      },
      validation: (rule) => rule.required(),
    }),
    orderField,
    defineField({ name: "active", title: "Can be ordered", type: "boolean", initialValue: true }),
  ],
  orderings: [{ name: "position", title: "Position", by: [{ field: "order", direction: "asc" }] }],
  preview: {
    select: { title: "title", cents: "priceCents", kind: "kind" },
    prepare: ({ title, cents, kind }) => ({
      title,
      subtitle: `${dollars.format((cents ?? 0) / 100)}${kind === "monthly" ? " per month" : ""}`,
    }),
  },
});
