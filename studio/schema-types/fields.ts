import { defineField, type Rule } from "sanity";
import { API_VERSION } from "../model/api.ts";

/** Lower-case words joined by hyphens. Sanity's own rule makes slugs unique. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const LAST_POSITION = "coalesce(math::max(*[_type == $type].order), 0)";

export const slugField = (source: string) =>
  defineField({
    name: "slug",
    type: "slug",
    description: "The last part of the address.",
    options: { source, maxLength: 80 },
    validation: (rule) =>
      rule
        .required()
        .custom(
          (value) =>
            !value?.current || SLUG.test(value.current) || "Lower-case letters, digits and hyphens only",
        ),
  });

/** Returns the field for the position in an ordered list. New documents go to the end; editors drag the rows of the list. */
export const orderField = (type: string) =>
  defineField({
    name: "order",
    title: "Position",
    type: "number",
    readOnly: true,
    description: "Drag the rows of the list to change it.",
    initialValue: async (_, { getClient }) =>
      1 + (await getClient({ apiVersion: API_VERSION }).fetch<number>(LAST_POSITION, { type })),
    validation: (rule) => rule.required().min(0),
  });

export const seoField = defineField({ name: "seo", title: "Search and sharing", type: "seo", group: "seo" });

/** The two tabs of every page. */
export const pageGroups = [
  { name: "content", title: "Content", default: true },
  { name: "seo", title: "Search and sharing" },
];

export const requiredString = (name: string, title: string, max = 200) =>
  defineField({ name, title, type: "string", validation: (rule) => rule.required().max(max) });

export const requiredText = (name: string, title: string, rows = 3) =>
  defineField({ name, title, type: "text", rows, validation: (rule) => rule.required() });

/** Requires a picture, not only its alternative text. */
export const pictureRequired = (rule: Rule) => rule.required().assetRequired().error("Choose a picture");
