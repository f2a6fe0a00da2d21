import { TagIcon } from "@sanity/icons/Tag";
import { defineField, defineType } from "sanity";
import { serviceIds } from "../../../app/contracts/services.ts";
import { validateServiceId } from "../service-id.ts";
import { orderField, requiredString } from "../fields.ts";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export const orderService = defineType({
  name: "orderService",
  title: "Order service",
  icon: TagIcon,
  type: "document",
  fields: [
    defineField({
      name: "serviceId",
      title: "Id",
      type: "string",
      options: { list: serviceIds.map((id) => ({ title: id, value: id })) },
      readOnly: ({ value }) => Boolean(value),
      description: "Contracts are stored with it; it cannot be changed afterwards.",
      validation: (rule) => rule.required().custom(validateServiceId),
    }),
    requiredString("title", "Title"),
    defineField({ name: "description", type: "text", rows: 2 }),
    defineField({
      name: "priceCents",
      title: "Price in cents",
      type: "number",
      description: "50000 is $500.00. A monthly price is the price of one month.",
      validation: (rule) => [
        rule.required(),
        rule.integer().min(0).error("A price is a whole number of cents, 0 or more"),
      ],
    }),
    defineField({
      name: "kind",
      type: "string",
      initialValue: "one-time",
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
    orderField("orderService"),
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
