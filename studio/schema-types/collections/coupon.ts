import { TagsIcon } from "@sanity/icons/Tags";
import { defineField, defineType } from "sanity";
import { formatCents } from "../../../app/model/contracts/money.ts";
import { LOCALE } from "../../../app/model/locale.ts";
import { DollarsInput } from "../../prices/dollars-input.tsx";
import { switchField } from "../fields.ts";

const CODE = /^[A-Z0-9-]{3,30}$/;

type Amounts = { percentOff?: number; centsOff?: number } | undefined;

/**
 * A code that lowers what is due today, once. The dot in its id keeps the codes from being listed without a token; the button of
 * the list gives new coupons such an id.
 */
export const coupon = defineType({
  name: "coupon",
  title: "Coupon",
  icon: TagsIcon,
  type: "document",
  fields: [
    defineField({
      name: "code",
      type: "string",
      description: "3 to 30 capital letters, digits and hyphens. Visitors may type it in small letters.",
      validation: (rule) => [
        rule.required().regex(CODE, { name: "code" }),
        rule.custom(
          (_code, { document }) =>
            (document?._id ?? "").replace(/^(?:drafts|versions\.[^.]+)\./, "").includes(".") ||
            "This coupon can be seen by everybody. Delete it and make it anew from the list of coupons.",
        ),
      ],
    }),
    defineField({
      name: "percentOff",
      title: "Percent off",
      type: "number",
      description: "Either this or the amount.",
      validation: (rule) => [
        rule.integer().min(1).max(100),
        rule.custom((_value, { document }) => {
          const { percentOff, centsOff } = document as Amounts & object;
          return (
            (percentOff === undefined) !== (centsOff === undefined) || "Set either a percentage or an amount."
          );
        }),
      ],
    }),
    defineField({
      name: "centsOff",
      title: `Amount off in ${LOCALE.currencyName}`,
      type: "number",
      description: "Never more than is due today.",
      components: { input: DollarsInput },
      validation: (rule) => rule.integer().min(1),
    }),
    switchField({ name: "active", title: "Active", initialValue: true, unset: false }),
    defineField({ name: "validFrom", title: "Valid from", type: "datetime" }),
    defineField({ name: "validUntil", title: "Valid until", type: "datetime" }),
  ],
  preview: {
    select: { code: "code", percent: "percentOff", cents: "centsOff", active: "active" },
    prepare: ({ code, percent, cents, active }) => ({
      title: code,
      subtitle: [percent ? `${percent}% off` : `${formatCents(cents ?? 0)} off`, active ? "" : "off"]
        .filter(Boolean)
        .join(" · "),
    }),
  },
});
