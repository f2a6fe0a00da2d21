import { DocumentIcon } from "@sanity/icons/Document";
import { defineField } from "sanity";
import { introPages } from "../../model/kinds.ts";
import { definePage, introField, required, requiredString } from "../fields.ts";

export const pageIntro = definePage({
  name: "pageIntro",
  title: "Page opening",
  icon: DocumentIcon,
  fields: [
    defineField({
      name: "page",
      type: "string",
      readOnly: true,
      options: { list: introPages },
      validation: required,
    }),
    defineField({ name: "eyebrow", title: "Small line above", type: "string" }),
    requiredString("heading", "Heading"),
    { ...introField, rows: 3 },
  ],
  preview: {
    select: { title: "heading", page: "page" },
    prepare: ({ title, page }) => ({ title, subtitle: `/${page}` }),
  },
});
