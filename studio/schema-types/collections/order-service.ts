import { TagIcon } from "@sanity/icons/Tag";
import { defineField, defineType } from "sanity";
import { DollarsInput } from "../../prices/dollars-input.tsx";
import { validateServiceId } from "../service-id.ts";
import { orderField, requiredString, switchField } from "../fields.ts";
import { priceProblem } from "../../../app/model/contracts/services.ts";
import { formatCents } from "../../../app/model/contracts/money.ts";
import { LOCALE } from "../../../app/model/locale.ts";

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
      description:
        "A name in letters and digits, such as seoAudit. Contracts are stored with it, so it cannot be changed once it is published.",
      validation: (rule) => rule.required().custom(validateServiceId),
    }),
    requiredString("title", "Title"),
    defineField({ name: "description", type: "text", rows: 2 }),
    defineField({
      name: "priceCents",
      title: `Price in ${LOCALE.currencyName}`,
      type: "number",
      description: `A monthly price is the price of one month, a multiple of ${formatCents(20)}.`,
      components: { input: DollarsInput },
      validation: (rule) => [
        rule.required(),
        rule.custom((cents: number | undefined, { document }) =>
          cents === undefined
            ? true
            : (priceProblem(document?.["kind"] === "monthly" ? "monthly" : "one-time", cents) ?? true),
        ),
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
    switchField({ name: "active", title: "Can be ordered", unset: true }),
  ],
  orderings: [{ name: "position", title: "Position", by: [{ field: "order", direction: "asc" }] }],
  preview: {
    select: { title: "title", cents: "priceCents", kind: "kind" },
    prepare: ({ title, cents, kind }) => ({
      title,
      subtitle: `${formatCents(cents ?? 0)}${kind === "monthly" ? " per month" : ""}`,
    }),
  },
});
