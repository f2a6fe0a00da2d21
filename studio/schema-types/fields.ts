import { defineField } from "sanity";

/** Lower-case words joined by hyphens; unique by Sanity's own rule for slugs. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

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

export const orderField = defineField({
  name: "order",
  title: "Position",
  type: "number",
  description: "Smaller numbers come first.",
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
