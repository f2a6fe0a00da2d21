import { DocumentIcon } from "@sanity/icons/Document";
import { defineField, defineType } from "sanity";
import { introPages } from "../../model/kinds.ts";
import { pageGroups, requiredString, seoField } from "../fields.ts";

export const pageIntro = defineType({
  name: "pageIntro",
  title: "Page opening",
  icon: DocumentIcon,
  type: "document",
  groups: pageGroups,
  fields: [
    defineField({
      name: "page",
      type: "string",
      readOnly: true,
      options: { list: introPages },
      group: "content",
      validation: (rule) => rule.required(),
    }),
    defineField({ name: "eyebrow", title: "Small line above", type: "string", group: "content" }),
    { ...requiredString("heading", "Heading"), group: "content" },
    defineField({ name: "intro", title: "Opening sentence", type: "text", rows: 3, group: "content" }),
    seoField,
  ],
  preview: {
    select: { title: "heading", page: "page" },
    prepare: ({ title, page }) => ({ title, subtitle: `/${page}` }),
  },
});
