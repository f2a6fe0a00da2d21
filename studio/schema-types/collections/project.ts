import { CaseIcon } from "@sanity/icons/Case";
import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { defineArrayMember, defineField } from "sanity";
import {
  definePage,
  galleryField,
  pictureRequired,
  requiredString,
  requiredText,
  slugField,
  stringList,
} from "../fields.ts";

const result = defineArrayMember({
  type: "object",
  name: "result",
  fields: [
    requiredString("value", "Figure", { max: 20 }),
    requiredString("label", "What it means", { max: 80 }),
  ],
  preview: { select: { title: "value", subtitle: "label" } },
});

export const project = definePage({
  name: "project",
  title: "Project",
  icon: CaseIcon,
  fields: [
    requiredString("title", "Title"),
    slugField(),
    requiredString("client", "Client"),
    requiredString("category", "Category"),
    defineField({
      name: "year",
      type: "number",
      validation: (rule) => rule.required().integer().min(2000).max(2100),
    }),
    requiredText("summary", "Summary", 2),
    defineField({ name: "description", type: "portableText" }),
    stringList("technologies", "tags"),
    defineField({ name: "results", type: "array", of: [result], validation: (rule) => rule.max(4) }),
    defineField({ name: "image", type: "imageWithAlt", validation: pictureRequired }),
    galleryField("gallery", { description: "More pictures, on the project's own page." }),
    orderRankField({ type: "project" }),
    // The home page names its featured projects itself: a second switch would do nothing.
    defineField({ name: "featured", type: "boolean", initialValue: false, hidden: true }),
  ],
  orderings: [orderRankOrdering],
  preview: {
    select: { title: "title", client: "client", year: "year", media: "image" },
    prepare: ({ title, client, year, media }) => ({
      title,
      subtitle: [client, year].filter(Boolean).join(", "),
      media,
    }),
  },
});
