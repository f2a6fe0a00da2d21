import { WrenchIcon } from "@sanity/icons/Wrench";
import { defineArrayMember, defineField, defineType } from "sanity";
import { orderField, requiredString, requiredText, slugField } from "../fields.ts";

export const pageService = defineType({
  name: "pageService",
  title: "Service",
  icon: WrenchIcon,
  type: "document",
  description: "One of the services that the site describes. What can be ordered is an order service.",
  fields: [
    requiredString("title", "Title"),
    { ...slugField("title"), description: "The anchor on the services page; links in the footer use it." },
    requiredText("summary", "Summary", 2),
    defineField({ name: "description", type: "portableText" }),
    defineField({ name: "features", type: "array", of: [defineArrayMember({ type: "string" })] }),
    defineField({
      name: "icon",
      type: "string",
      options: {
        list: ["code", "chart", "brain", "compass", "cloud"],
        layout: "radio",
        direction: "horizontal",
      },
      validation: (rule) => rule.required(),
    }),
    defineField({ name: "image", type: "imageWithAlt" }),
    orderField("pageService"),
  ],
  orderings: [{ name: "position", title: "Position", by: [{ field: "order", direction: "asc" }] }],
  preview: { select: { title: "title", subtitle: "summary", media: "image" } },
});
