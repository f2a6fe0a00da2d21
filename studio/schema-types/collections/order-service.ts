import { TagIcon } from "@sanity/icons/Tag";
import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { defineField, defineType, type CustomValidator } from "sanity";
import { formatCents } from "../../../app/model/contracts/money.ts";
import { isServiceId, priceProblem } from "../../../app/model/contracts/services.ts";
import { LOCALE } from "../../../app/model/locale.ts";
import { API_VERSION } from "../../model/api.ts";
import { DollarsInput } from "../../prices/dollars-input.tsx";
import { choiceField, required, requiredString, switchField } from "../fields.ts";

const OTHERS = `{
  "taken": count(*[_type == "orderService" && serviceId == $serviceId && !(_id in [$id, "drafts." + $id])]),
  "published": *[_id == $id][0].serviceId
}`;

/** For `rule.custom`: requires an id that no other order service has and that stays what it was once published. */
const validateServiceId: CustomValidator<string | undefined> = async (serviceId, context) => {
  if (!serviceId) return true;
  if (!isServiceId(serviceId))
    return "2 to 40 letters and digits, beginning with a small letter, and not with “custom”";
  const id = (context.document?._id ?? "").replace(/^drafts\./, "");
  const client = context.getClient({ apiVersion: API_VERSION }).withConfig({ perspective: "raw" });
  const { taken, published } = await client.fetch<{ taken: number; published: string | null }>(OTHERS, {
    serviceId,
    id,
  });
  if (published && published !== serviceId)
    return `Contracts are stored with the id ${published}. Set it back, or make another order service.`;
  return taken === 0 || "Another order service has this id already";
};

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
    choiceField(
      "kind",
      [
        { title: "One-time", value: "one-time" },
        { title: "Monthly", value: "monthly" },
      ],
      { initialValue: "one-time", validation: required },
    ),
    orderRankField({ type: "orderService" }),
    switchField({ name: "active", title: "Can be ordered", unset: true }),
  ],
  orderings: [orderRankOrdering],
  preview: {
    select: { title: "title", cents: "priceCents", kind: "kind" },
    prepare: ({ title, cents, kind }) => ({
      title,
      subtitle: `${formatCents(cents ?? 0)}${kind === "monthly" ? " per month" : ""}`,
    }),
  },
});
