import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { defineField, defineType } from "sanity";
import { pageGroups, requiredString, seoField, slugField } from "../fields.ts";

export const legalPage = defineType({
  name: "legalPage",
  title: "Legal page",
  icon: CheckmarkCircleIcon,
  type: "document",
  groups: pageGroups,
  fields: [
    { ...requiredString("title", "Title"), group: "content" },
    {
      ...slugField("title"),
      group: "content",
      readOnly: true,
      description: "The site has a fixed address for it.",
    },
    {
      ...requiredString("version", "Version", 20),
      group: "content",
      description: "Raise it with every change of meaning: orders keep the version that was agreed to.",
    },
    defineField({
      name: "effectiveDate",
      title: "In force from",
      type: "date",
      group: "content",
      validation: (rule) => rule.required(),
    }),
    defineField({ name: "intro", title: "Opening sentence", type: "text", rows: 2, group: "content" }),
    defineField({
      name: "body",
      type: "portableText",
      group: "content",
      validation: (rule) => rule.required(),
    }),
    seoField,
  ],
  preview: {
    select: { title: "title", version: "version", date: "effectiveDate" },
    prepare: ({ title, version, date }) => ({ title, subtitle: `Version ${version}, from ${date}` }),
  },
});
